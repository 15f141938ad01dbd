import { LARGEST_GRADIENT, LARGEST_HESSIAN } from "../../loss/largest-derivatives.ts";
import type { LossSpec } from "../../loss/loss.ts";
import { CambiumError } from "../../util/cambium-error.ts";

/**
 * A loss may be anybody's: what is not finite would make a model that predicts NaN, and can not be saved; and of what is next to that there
 * would be no gain.
 */
export function checkDerivatives(
  loss: LossSpec,
  round: number,
  gradients: Float64Array,
  hessians: Float64Array | null,
  start: number,
  end: number,
): void {
  for (let row = start; row < end; row++) {
    if (!(Math.abs(gradients[row]) <= LARGEST_GRADIENT)) {
      throw wrong(loss, round, row, "gradient", gradients[row], "a finite number", "2^250");
    }
    if (hessians !== null && !(hessians[row] >= 0 && hessians[row] <= LARGEST_HESSIAN)) {
      throw wrong(loss, round, row, "hessian", hessians[row], "a finite number >= 0", "2^200");
    }
  }
}

function wrong(
  loss: LossSpec,
  round: number,
  row: number,
  what: string,
  found: number,
  expected: string,
  largest: string,
): CambiumError {
  const place = `in row ${row + 1} of round ${round}`;
  // What is finite and not below 0 is too large: the loss has become worse from round to round.
  const isLarge = Number.isFinite(found) && (what === "gradient" || found > 0);
  const repair = isLarge
    ? `a size of at most ${largest}: the scores run away; lower the learningRate, or look at its derivatives`
    : `${expected}: look at its derivatives${what === "hessian" ? ", or give it a hessian of its own" : ""}`;
  return new CambiumError(
    "bad-option",
    `boosting: the loss ${loss.name} has the ${what} ${found} ${place}; expected ${repair}`,
  );
}
