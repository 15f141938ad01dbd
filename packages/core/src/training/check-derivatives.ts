import type { LossSpec } from "../loss/loss.ts";
import { CambiumError } from "../util/cambium-error.ts";

/** A loss may be anybody's: what is not finite would make a model that predicts NaN, and can not be saved. */
export function checkDerivatives(
  loss: LossSpec,
  round: number,
  gradients: Float64Array,
  hessians: Float64Array | null,
) {
  refuseNotFinite(loss, round, "gradient", gradients);
  if (hessians !== null) refuseNotFinite(loss, round, "hessian", hessians);
}

function refuseNotFinite(loss: LossSpec, round: number, what: string, values: Float64Array): void {
  for (let row = 0; row < values.length; row++) {
    if (Number.isFinite(values[row])) continue;
    const message = `boosting: the loss ${loss.name} has the ${what} ${values[row]} in row ${row + 1} of round ${round}; expected a finite number: look at its derivatives`;
    throw new CambiumError("bad-option", message);
  }
}
