import { rowsUpTo } from "../data/sample-dataset.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { type LossProbe, scoresFor } from "./loss-probe.ts";
import { copyOf, rowCountOf, type SampleTarget, weightedSamples } from "./sample-targets.ts";
import { expectLeastAt } from "./value-laws.ts";

/** Laws of `refitLeaf`, for losses that have one. */
export function refitLaws(probe: LossProbe, samples: readonly SampleTarget[]): Check[] {
  if (probe.loss.refitLeaf === undefined) return [];
  const all = [...samples, ...weightedSamples(samples)];
  return [
    {
      law: "the refitted leaf makes the weighted loss of its rows the least",
      lookAt: "`refitLeaf`: what is added to the scores of these rows, and of no others, by `target.weights`",
      run: () => expectBestLeaf(probe, all),
    },
    {
      law: "the refitted leaf does not depend on the order of its rows",
      lookAt:
        "`refitLeaf`: sums of doubles depend on their order; use `exactSum`, `weightedMean` or `weightedQuantile`",
      run: () => expectOrderless(probe, all),
    },
  ];
}

/** As training gives them: some of the rows. */
const rowsOf = ({ target }: SampleTarget) => rowsUpTo(rowCountOf(target)).filter((row) => row % 4 !== 1);

function refitted({ loss }: LossProbe, { target }: SampleTarget, rows: Uint32Array): number {
  return loss.refitLeaf?.(copyOf(target), scoresFor(target), rows.slice()) ?? Number.NaN;
}

function expectBestLeaf(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const { label, target } = sample;
    const rows = rowsOf(sample);
    const scores = scoresFor(target);
    const lossAt = (shift: number) =>
      rows.reduce((sum, row) => {
        return sum + (target.weights?.[row] ?? 1) * probe.rowValue(target, row, scores[row] + shift);
      }, 0);
    const leaf = refitted(probe, sample, rows);
    if (!Number.isFinite(leaf)) throw new Mismatch(label, "a finite number", leaf);
    expectLeastAt(
      leaf,
      [1e-5, 0.001, 0.01, 0.1, 1],
      `${label}, a leaf of rows ${[...rows].map((row) => row + 1)}`,
      lossAt,
    );
  }
}

/** The rows from each of them on, and then those before it: a sum of few numbers may be rounded alike in many an order. */
function turnsOf(rows: Uint32Array): Uint32Array[] {
  return Array.from(rows, (_, first) => Uint32Array.from([...rows.subarray(first), ...rows.subarray(0, first)]));
}

function expectOrderless(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const rows = rowsOf(sample);
    const leaf = refitted(probe, sample, rows);
    for (const order of [...turnsOf(rows), ...turnsOf(rows.slice().reverse())]) {
      const other = refitted(probe, sample, order);
      if (Object.is(other, leaf)) continue;
      throw new Mismatch(
        `${sample.label}, rows ${[...order].map((row) => row + 1)}`,
        `${leaf}, as in their order`,
        other,
      );
    }
  }
}
