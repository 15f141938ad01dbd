import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { bytesOf } from "../util/other-realms.ts";
import { classLinkNames, linkNames } from "./link.ts";
import { type AnyLoss, isClassLoss, type LossKernel, type LossSpec } from "./loss.ts";

/** A loss may be anybody's, and JavaScript checks no types: a part that is missing or wrong is named before training. */
export function checkLossParts(loss: AnyLoss): void {
  const hasClasses = isClassLoss(loss);
  const links = linksFor(loss);
  const functions = ["checkTarget", hasClasses ? "initialScores" : "initialScore", "derivatives", "value"];
  const given = (name: string): unknown => Reflect.get(loss, name);
  const parts: readonly (readonly [name: string, isRight: boolean, expected: string])[] = [
    [
      "spec",
      isSpec(loss.spec),
      "{ name, parameters }, with numbers that are finite or texts, and portable false or left out",
    ],
    ["task", loss.task === "classification" || loss.task === "regression", '"classification" or "regression"'],
    ["link", links.includes(loss.link), `one of ${links.join(", ")}`],
    ["constantHessian", typeof loss.constantHessian === "boolean", "true or false"],
    ["curvature", [undefined, "exact", "bound"].includes(loss.curvature), '"exact" or "bound"'],
    ["startsAtBest", [undefined, true, false].includes(loss.startsAtBest), "true or false"],
    ["refitLeaf", ["undefined", "function"].includes(typeof given("refitLeaf")), "a function"],
    ["kernel", hasClasses || isKernel(loss.kernel), "the name of a built-in one, or { module }"],
    ...functions.map((name) => [name, typeof given(name) === "function", "a function"] as const),
  ];
  const wrong = parts.find(([, isRight]) => !isRight);
  if (wrong === undefined) return;
  const [name, , expected] = wrong;
  const found = describe(given(name));
  throw new CambiumError("bad-option", `boosting: the loss has ${name} ${found}; expected ${expected}`);
}

/** Two classes that share a score are told apart by the probability of the second. */
function linksFor(loss: AnyLoss): readonly string[] {
  if (isClassLoss(loss)) return classLinkNames;
  return loss.task === "classification" ? ["logistic"] : linkNames;
}

/** What a model can keep. */
function isSpec({ name, parameters, portable }: Partial<LossSpec> = {}): boolean {
  if (typeof name !== "string" || typeof parameters !== "object" || parameters === null) return false;
  if (portable !== undefined && portable !== false) return false;
  return Object.values(parameters).every((value) => typeof value === "string" || Number.isFinite(value));
}

function isKernel(kernel: LossKernel | undefined): boolean {
  if (kernel === undefined || kernel === "squaredError" || kernel === "logistic") return true;
  return bytesOf(kernel?.module) !== null;
}
