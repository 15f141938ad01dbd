import { applyLink, atOnce, initialScoreOf, scoreOf, type Target } from "@cambium/core";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { EXTREME_SCORES, forEachScore, type LossProbe, SCORES, scoresFor } from "./loss-probe.ts";
import { copyOf, describeRow, rowCountOf, rowOf, type SampleTarget, weightedSamples } from "./sample-targets.ts";

/** How a score is asked for of which the loss is not all: the other classes of the row have scores of their own. */
export interface AmongOthers {
  /** Asks where the other scores are at their best for the target. */
  readonly probeAt: (target: Target) => LossProbe;
  /** Where the other scores are extreme, too. */
  readonly farOut: readonly (readonly [probe: LossProbe, samples: readonly SampleTarget[]])[];
}

/** Laws of `value` and of the score that minimises it. */
export function valueLaws(
  probe: LossProbe,
  samples: readonly SampleTarget[],
  { probeAt, farOut }: AmongOthers = { probeAt: () => probe, farOut: [] },
): Check[] {
  const heavy = weightedSamples(samples);
  return [
    {
      law: "a row's value depends on that row alone, and comes before any weight",
      lookAt: "`value`: the loss of the row at the score; training multiplies by the weight",
      run: () => compareMeans(probe, [...samples, ...heavy]),
    },
    ...(probe.loss.startsAtBest === false ? [] : startLaws(probeAt, samples, heavy)),
    {
      law: "the value is least where the prediction is the target",
      lookAt:
        "`value`, `link` and `checkTarget`: applied to the best score of a row, the link gives back the row's target",
      run: () => expectPerfect(probe, samples),
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
      run() {
        expectFinite(probe, samples);
        for (const [others, far] of farOut) expectFinite(others, far);
      },
    },
  ];
}

/** For losses that promise it, as they do unless `startsAtBest` is false. */
function startLaws(
  probeAt: AmongOthers["probeAt"],
  samples: readonly SampleTarget[],
  heavy: readonly SampleTarget[],
): Check[] {
  return [
    {
      law: "the initial score minimises the value",
      lookAt: "`initialScore`: the constant whose weighted mean loss is least, as a score, before the link",
      run: () => expectLeast(probeAt, samples),
    },
    {
      law: "the initial score minimises the value of weighted rows",
      lookAt:
        "`initialScore`: where it is right without weights and wrong with them, weigh the rows, as `weightedMean` does",
      run: () => expectLeast(probeAt, heavy),
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

/** A score that is wrong by more than 10^-6 loses to one of its neighbours. */
const STEPS: readonly number[] = [2e-6, 0.001, 0.01, 0.1, 1];

function expectLeast(probeAt: AmongOthers["probeAt"], samples: readonly SampleTarget[]): void {
  for (const { label, target } of samples) {
    const probe = probeAt(target);
    const best = atOnce(initialScoreOf(probe.loss, copyOf(target)));
    expectLeastAt(best, STEPS, label, (score) => probe.meanOfRows(target, () => score));
  }
}

/** No score so far from the best, on either side, has a lower loss. */
export function expectLeastAt(
  best: number,
  steps: readonly number[],
  label: string,
  lossAt: (score: number) => number,
): void {
  const least = lossAt(best);
  for (const step of steps.flatMap((size) => [-size, size])) {
    const other = lossAt(best + step);
    // Some ten sums and products were rounded.
    if (least <= other + 4e-15 * Math.abs(other)) continue;
    const expected = `a score with a loss of at most ${other}, which ${best + step} has`;
    throw new Mismatch(label, expected, `${best} with ${least}`);
  }
}

/** A prediction of 0 or 1 may have an infinite score: this is as good. */
const FAR = 40;

function expectPerfect(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    for (let row = 0; row < rowCountOf(sample.target); row++) {
      const perfect = perfectScore(probe, sample, row);
      const lossAt = (score: number) => probe.rowValue(sample.target, row, score);
      if (Math.abs(perfect) < FAR) expectLeastAt(perfect, STEPS, describeRow(sample, row), lossAt);
      for (const score of SCORES) {
        const [least, other] = [lossAt(perfect), lossAt(score)];
        if (least <= other) continue;
        const expected = `a loss of at most ${other}, that of score ${score}, where ${perfect} predicts the target`;
        throw new Mismatch(describeRow(sample, row), expected, least);
      }
    }
  }
}

/** The score whose prediction is the target of the row; of classes, one that is as sure of it as need be. */
function perfectScore({ loss: { link }, ownClass }: LossProbe, sample: SampleTarget, row: number): number {
  const { target } = sample;
  if (target.task === "classification") return target.codes[row] === ownClass ? FAR : -FAR;
  const prediction = target.values[row];
  const score = Math.max(-FAR, Math.min(FAR, scoreOf(link, prediction)));
  const came = applyLink(link, score);
  if (Math.abs(came - prediction) <= 1e-12 * Math.max(1, Math.abs(prediction))) return score;
  throw new Mismatch(describeRow(sample, row), `a score whose prediction by the link "${link}" is the target`, came);
}

function expectFiniteStart(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    for (let row = 0; row < rowCountOf(sample.target); row++) {
      const score = atOnce(initialScoreOf(probe.loss, rowOf(sample.target, row)));
      if (!Number.isFinite(score)) throw new Mismatch(`only ${describeRow(sample, row)}`, "a finite score", score);
    }
  }
}

function expectFinite(probe: LossProbe, samples: readonly SampleTarget[]): void {
  forEachScore(samples, EXTREME_SCORES, (sample, row, score) => {
    const figures = {
      value: probe.rowValue(sample.target, row, score),
      gradient: probe.rowGradient(sample.target, row, score),
      hessian: probe.rowHessian(sample.target, row, score),
    };
    for (const [name, figure] of Object.entries(figures)) {
      if (Number.isFinite(figure)) continue;
      throw new Mismatch(`${name} of ${describeRow(sample, row)}, score ${score}`, "a finite number", figure);
    }
  });
}
