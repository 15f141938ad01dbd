import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { linkNames } from "./link.ts";
import type { Loss } from "./loss.ts";

/** A loss may be anybody's, and JavaScript checks no types: a part that is missing or wrong is named before training. */
export function checkLossParts(loss: Loss): void {
  const parts: readonly (readonly [name: keyof Loss, isRight: boolean, expected: string])[] = [
    ["spec", typeof loss.spec?.name === "string" && typeof loss.spec.parameters === "object", "{ name, parameters }"],
    ["task", loss.task === "classification" || loss.task === "regression", '"classification" or "regression"'],
    ["link", linkNames.includes(loss.link), `one of ${linkNames.join(", ")}`],
    ["constantHessian", typeof loss.constantHessian === "boolean", "true or false"],
    ...(["checkTarget", "initialScore", "derivatives", "value"] as const).map(
      (name) => [name, typeof loss[name] === "function", "a function"] as const,
    ),
  ];
  const wrong = parts.find(([, isRight]) => !isRight);
  if (wrong === undefined) return;
  const [name, , expected] = wrong;
  throw new CambiumError("bad-option", `boosting: the loss has ${name} ${describe(loss[name])}; expected ${expected}`);
}
