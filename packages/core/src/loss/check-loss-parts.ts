import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { linkNames } from "./link.ts";
import type { Loss, LossKernel } from "./loss.ts";

/** A loss may be anybody's, and JavaScript checks no types: a part that is missing or wrong is named before training. */
export function checkLossParts(loss: Loss): void {
  const parts: readonly (readonly [name: keyof Loss, isRight: boolean, expected: string])[] = [
    ["spec", typeof loss.spec?.name === "string" && typeof loss.spec.parameters === "object", "{ name, parameters }"],
    ["task", loss.task === "classification" || loss.task === "regression", '"classification" or "regression"'],
    ["link", linkNames.includes(loss.link), `one of ${linkNames.join(", ")}`],
    ["constantHessian", typeof loss.constantHessian === "boolean", "true or false"],
    ["kernel", loss.kernel === undefined || isKernel(loss.kernel), "the name of a built-in one, or { module, derive }"],
    ...(["checkTarget", "initialScore", "derivatives", "value"] as const).map(
      (name) => [name, typeof loss[name] === "function", "a function"] as const,
    ),
  ];
  const wrong = parts.find(([, isRight]) => !isRight);
  if (wrong === undefined) return;
  const [name, , expected] = wrong;
  throw new CambiumError("bad-option", `boosting: the loss has ${name} ${describe(loss[name])}; expected ${expected}`);
}

function isKernel(kernel: LossKernel): boolean {
  if (typeof kernel === "string") return kernel === "squaredError" || kernel === "logistic";
  return kernel?.module instanceof Uint8Array && typeof kernel.derive === "function";
}
