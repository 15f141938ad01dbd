import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { EXTREME_SCORES, type LossProbe, scoresFor } from "./loss-probe.ts";
import { copyOf, describeRow, rowCountOf, rowOf, type SampleTarget, weighted } from "./sample-targets.ts";

/** Laws of `value` and of the score that minimises it. */
export function valueLaws(probe: LossProbe, samples: readonly SampleTarget[]): Check[] {
  const heavy = samples.map(({ label, target }) => ({ label: `${label}, weighted`, target: weighted(target) }));
  return [
    {
      law: "a row's value depends on that row alone, and comes before any weight",
      lookAt: "`value`: the loss of the row at the score; training multiplies by the weight",
      run: () => compareMeans(probe, [...samples, ...heavy]),
    },
    {
      law: "the initial score minimises the value",
      lookAt: "`initialScore`: the constant whose weighted mean loss is least, as a score, before the link",
      run: () => expectLeast(probe, samples),
    },
    {
      law: "the initial score minimises the value of weighted rows",
      lookAt:
        "`initialScore`: where it is right without weights and wrong with them, weigh the rows, as `weightedMean` does",
      run: () => expectLeast(probe, heavy),
    },
    {
      law: "the initial score is finite when all rows have one target",
      lookAt: "`initialScore`: the best score of one class may be infinite; keep probabilities off 0 and 1",
      run: () => expectFiniteStart(probe, samples),
    },
    {
      law: "value and derivatives are finite at extreme scores",
      lookAt:
        "`value` and `derivatives`: e^s overflows, so write log(1 + e^s) and e^s / (1 + e^s) for either sign of s",
      run: () => expectFinite(probe, samples),
    },
  ];
}

function compareMeans(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const { label, target } of samples) {
    const scores = scoresFor(target);
    const mean = probe.meanOfRows(target, (row) => scores[row]);
    const told = probe.valueAt(target, scores);
    if (Math.abs(told - mean) > 1e-12 * Math.max(1, Math.abs(mean))) throw new Mismatch(label, `about ${mean}`, told);
  }
}

const STEPS: readonly number[] = [0.001, 0.01, 0.1, 1];

function expectLeast(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const { label, target } of samples) {
    const best = probe.loss.initialScore(copyOf(target));
    const least = probe.meanOfRows(target, () => best);
    for (const step of STEPS.flatMap((size) => [-size, size])) {
      const other = probe.meanOfRows(target, () => best + step);
      if (least <= other + 1e-13 * Math.abs(other)) continue;
      const expected = `a score with a loss of at most ${other}, which ${best + step} has`;
      throw new Mismatch(label, expected, `${best} with ${least}`);
    }
  }
}

function expectFiniteStart(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    for (let row = 0; row < rowCountOf(sample.target); row++) {
      const score = probe.loss.initialScore(rowOf(sample.target, row));
      if (!Number.isFinite(score)) throw new Mismatch(`only ${describeRow(sample, row)}`, "a finite score", score);
    }
  }
}

function expectFinite(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    for (let row = 0; row < rowCountOf(sample.target); row++) {
      for (const score of EXTREME_SCORES) {
        const figures = {
          value: probe.rowValue(sample.target, row, score),
          gradient: probe.rowGradient(sample.target, row, score),
          hessian: probe.rowHessian(sample.target, row, score),
        };
        for (const [name, figure] of Object.entries(figures)) {
          if (Number.isFinite(figure)) continue;
          throw new Mismatch(`${name} of ${describeRow(sample, row)}, score ${score}`, "a finite number", figure);
        }
      }
    }
  }
}
