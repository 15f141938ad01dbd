import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { forEachScore, type LossProbe, SCORES, scoresFor, slopeOf } from "./loss-probe.ts";
import { copyOf, describeRow, rowCountOf, type SampleTarget, weighted } from "./sample-targets.ts";

/** Laws of `derivatives`: what it computes, and which rows it reads and writes. */
export function derivativeLaws(probe: LossProbe, samples: readonly SampleTarget[]): Check[] {
  return [
    {
      law: "the gradient is the slope of the value",
      lookAt:
        "`derivatives`: gradients[row] is the derivative of the row's `value` by its score; mind the sign and factors",
      run: () => compareGradients(probe, samples),
    },
    ...curvatureLaws(probe, samples),
    {
      law: "derivatives of ranges are those of the whole",
      lookAt: "`derivatives`: all arrays are addressed by row, also when start is not 0",
      run: () => comparePieces(probe, samples),
    },
    {
      law: "derivatives writes only the rows of its range",
      lookAt: "`derivatives`: the loop runs from start to end - 1; other threads may own the other rows",
      run: () => expectOwnRange(probe, samples),
    },
    {
      law: "a row's derivatives depend on that row alone",
      lookAt:
        '`derivatives` and `coupling`: "row" promises that no other row is read; class k of a row stands at k · rows + row',
      run: () => expectUncoupled(probe, samples),
    },
    {
      law: "derivatives come before any weight",
      lookAt: "`derivatives`: training multiplies by the row's weight afterwards",
      run: () => expectUnweighted(probe, samples),
    },
  ];
}

function curvatureLaws(probe: LossProbe, samples: readonly SampleTarget[]): Check[] {
  const { constantHessian, curvature = "exact" } = probe.loss;
  const laws: Check[] = [];
  if (curvature === "bound") {
    laws.push({
      law: "the hessian is nowhere below the slope of the gradient, as curvature says",
      lookAt: '`derivatives` and `curvature`: "bound" promises that a Newton step never goes too far',
      run: () => expectBound(probe, samples),
    });
  } else if (constantHessian) {
    laws.push({
      law: "the second derivative is 1 everywhere, as constantHessian says",
      lookAt: "`constantHessian`: training takes every hessian for 1; set it to false and fill `hessians`",
      run: () => compareHessians(probe, samples),
    });
  } else {
    laws.push({
      law: "the hessian is the slope of the gradient",
      lookAt: '`derivatives`: hessians[row] is the second derivative by the row\'s score; or say `curvature: "bound"`',
      run: () => compareHessians(probe, samples),
    });
  }
  if (!constantHessian) {
    laws.push({
      law: "the hessian is never negative",
      lookAt: "`derivatives`: a Newton step runs away from the minimum where the loss bends down",
      run: () => expectConvex(probe, samples),
    });
  }
  return laws;
}

/** Compares two figures of every row. */
function compareSlopes(
  samples: readonly SampleTarget[],
  figures: (sample: SampleTarget, row: number, score: number) => { told: number; slope: number; scale: number },
): void {
  forEachScore(samples, SCORES, (sample, row, score) => {
    const { told, slope, scale } = figures(sample, row, score);
    const tolerance = 1e-7 * Math.max(1, Math.abs(slope), Math.abs(scale));
    if (Math.abs(told - slope) <= tolerance) return;
    throw new Mismatch(`${describeRow(sample, row)}, score ${score}`, `about ${slope}`, told);
  });
}

function compareGradients(probe: LossProbe, samples: readonly SampleTarget[]): void {
  compareSlopes(samples, ({ target }, row, score) => ({
    told: probe.rowGradient(target, row, score),
    slope: slopeOf((at) => probe.rowValue(target, row, at), score),
    scale: probe.rowValue(target, row, score),
  }));
}

function compareHessians(probe: LossProbe, samples: readonly SampleTarget[]): void {
  compareSlopes(samples, ({ target }, row, score) => ({
    told: probe.rowHessian(target, row, score),
    slope: slopeOf((at) => probe.rowGradient(target, row, at), score),
    scale: probe.rowGradient(target, row, score),
  }));
}

function expectBound(probe: LossProbe, samples: readonly SampleTarget[]): void {
  forEachScore(samples, SCORES, (sample, row, score) => {
    const told = probe.rowHessian(sample.target, row, score);
    const slope = slopeOf((at) => probe.rowGradient(sample.target, row, at), score);
    if (told >= slope - 1e-7 * Math.max(1, Math.abs(slope))) return;
    throw new Mismatch(`${describeRow(sample, row)}, score ${score}`, `at least ${slope}`, told);
  });
}

function expectConvex(probe: LossProbe, samples: readonly SampleTarget[]): void {
  forEachScore(samples, SCORES, (sample, row, score) => {
    const hessian = probe.rowHessian(sample.target, row, score);
    if (!(hessian >= 0)) throw new Mismatch(`${describeRow(sample, row)}, score ${score}`, "at least 0", hessian);
  });
}

/** Not a number that a loss would write by chance. */
const UNTOUCHED = 12345.678;

/** The derivatives of one range, in arrays that were full of `UNTOUCHED`. */
function rangeOf({ loss }: LossProbe, { target }: SampleTarget, start: number, end: number): Float64Array[] {
  const arrays = Array.from({ length: loss.constantHessian ? 1 : 2 }, () =>
    new Float64Array(rowCountOf(target)).fill(UNTOUCHED),
  );
  loss.derivatives(copyOf(target), scoresFor(target), arrays[0], arrays[1] ?? null, start, end);
  return arrays;
}

function comparePieces(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const count = rowCountOf(sample.target);
    const whole = rangeOf(probe, sample, 0, count);
    for (let start = 0; start < count; start += 3) {
      const end = Math.min(count, start + 3);
      const piece = rangeOf(probe, sample, start, end);
      whole.forEach((array, which) => {
        for (let row = start; row < end; row++) {
          if (Object.is(array[row], piece[which][row])) continue;
          throw new Mismatch(
            `${describeRow(sample, row)}, asked for rows ${start} to ${end - 1}`,
            `the ${array[row]} of the whole`,
            piece[which][row],
          );
        }
      });
    }
  }
}

function expectOwnRange(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const count = rowCountOf(sample.target);
    const [start, end] = [2, count - 2];
    for (const array of rangeOf(probe, sample, start, end)) {
      const outside = array.findIndex((value, row) => (row < start || row >= end) && value !== UNTOUCHED);
      if (outside < 0) continue;
      const where = `${describeRow(sample, outside)}, asked for rows ${start} to ${end - 1}`;
      throw new Mismatch(where, `${UNTOUCHED}, as it was`, array[outside]);
    }
  }
}

function expectUncoupled(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const { target } = sample;
    const scores = scoresFor(target);
    const { gradients, hessians } = probe.derivatives(target, scores);
    for (let row = 0; row < scores.length; row++) {
      const alone = probe.rowGradient(target, row, scores[row]);
      if (!Object.is(gradients[row], alone)) {
        throw new Mismatch(
          `gradient of ${describeRow(sample, row)}`,
          `${alone}, as without the others`,
          gradients[row],
        );
      }
      const bend = probe.rowHessian(target, row, scores[row]);
      if (hessians !== null && !Object.is(hessians[row], bend)) {
        throw new Mismatch(`hessian of ${describeRow(sample, row)}`, `${bend}, as without the others`, hessians[row]);
      }
    }
  }
}

function expectUnweighted(probe: LossProbe, samples: readonly SampleTarget[]): void {
  for (const sample of samples) {
    const scores = scoresFor(sample.target);
    const plain = probe.derivatives(sample.target, scores);
    const heavy = probe.derivatives(weighted(sample.target), scores);
    for (const kind of ["gradients", "hessians"] as const) {
      plain[kind]?.forEach((expected, row) => {
        const came = heavy[kind]?.[row];
        if (!Object.is(came, expected)) {
          throw new Mismatch(`${kind} of ${describeRow(sample, row)}, weight ${1 + (row % 3)}`, `${expected}`, came);
        }
      });
    }
  }
}
