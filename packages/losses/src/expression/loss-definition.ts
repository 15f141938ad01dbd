import { check, type LossLinkName, linkNames, type OptionsOf, oneOf, option, required, type Task } from "@cambium/core";

const anExpression = /* @__PURE__ */ check<string>("an expression", (value) => typeof value === "string");

/** Made when asked for, so that a bundle without `defineLoss` has nothing of them. */
export const lossDefinitionOptions = () => ({
  /** The loss of a row, by its target `y`, its score `s` and the parameters. */
  value: required(anExpression),
  /** What a saved model calls it. Default: "expression". */
  name: option(
    check<string>("a name", (value) => typeof value === "string" && value !== ""),
    "expression",
  ),
  /** What it is for. Default: "regression". */
  task: option(oneOf("regression", "classification"), "regression"),
  /** How a score becomes a prediction. Default: "identity"; for classes "logistic". */
  link: option(check<LossLinkName>(oneOf(...linkNames).expected, oneOf(...linkNames).accepts)),
  /** Numbers that the expressions name. Default: none. */
  parameters: option(
    check<Readonly<Record<string, number>>>(
      "an object of numbers",
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    ),
    null,
  ),
  /** The score of all rows before the first tree: a number, or an expression of `mean`, that of the target. Default: the best constant, which is searched for. */
  initialScore: option(
    check<number | string>(
      "a finite number or an expression",
      (value) => typeof value === "string" || Number.isFinite(value),
    ),
  ),
  /** Instead of the derivative of `value` by `s`. Default: derived. */
  gradient: option(anExpression),
  /** Instead of the derivative of the gradient by `s`: a bound above it, say, or 1 where it is 0. Default: derived. */
  hessian: option(anExpression),
  /** What must hold for each `y`, as `"y >= 0"`. Default: anything. */
  target: option(anExpression),
  /** What `y` is for the first and for the second class. Default: `[0, 1]`. */
  labels: option(
    check<readonly [number, number]>(
      "two different numbers",
      (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] !== value[1],
    ),
  ),
});

/** A loss as expressions of the target `y`, the score `s` and parameters. */
export interface LossDefinition<T extends Task = Task> extends OptionsOf<ReturnType<typeof lossDefinitionOptions>> {
  readonly task?: T | undefined;
}
