import type { LossSpec } from "../loss/loss.ts";
import { CambiumError } from "../util/cambium-error.ts";

/** A loss may be anybody's: what is not finite would make a model that predicts NaN, and can not be saved. */
export function checkDerivatives(
  loss: LossSpec,
  round: number,
  gradients: Float64Array,
  hessians: Float64Array | null,
  start: number,
  end: number,
): void {
  for (let row = start; row < end; row++) {
    if (!Number.isFinite(gradients[row]))
      throw wrong(loss, round, row, `gradient ${gradients[row]}`, "a finite number");
    if (hessians !== null && !(hessians[row] >= 0 && hessians[row] < Number.POSITIVE_INFINITY)) {
      throw wrong(loss, round, row, `hessian ${hessians[row]}`, "a finite number >= 0");
    }
  }
}

function wrong(loss: LossSpec, round: number, row: number, found: string, expected: string): CambiumError {
  const place = `in row ${row + 1} of round ${round}`;
  const message = `boosting: the loss ${loss.name} has the ${found} ${place}; expected ${expected}: look at its derivatives`;
  return new CambiumError("bad-option", message);
}
