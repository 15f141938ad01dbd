import { type LossLinkName, linkNames, type OptionRule, oneOf, type Task } from "@cambium/core";

/** A loss as expressions of the target `y`, the score `s` and parameters. */
export interface LossDefinition<T extends Task = Task> {
  /** The loss of a row, by its target `y`, its score `s` and the parameters. */
  readonly value: string;
  /** What a saved model calls it; "expression" unless told. */
  readonly name?: string | undefined;
  /** What it is for; "regression" unless told. */
  readonly task?: T | undefined;
  /** From score to prediction: "identity" for numbers and "logistic" for classes, unless told. */
  readonly link?: LossLinkName | undefined;
  /** Numbers that the expressions name. */
  readonly parameters?: Readonly<Record<string, number>> | undefined;
  /** A number, or an expression of `mean`, that of the target; unless told, the best constant is looked for. */
  readonly initialScore?: number | string | undefined;
  /** Instead of the derivative of `value` by `s`. */
  readonly gradient?: string | undefined;
  /** Instead of the derivative of the gradient by `s`: a bound above it, say, or 1 where it is 0. */
  readonly hessian?: string | undefined;
  /** What must hold for each `y`: "y >= 0". */
  readonly target?: string | undefined;
  /** What `y` is for the first and for the second class; 0 and 1 unless told. */
  readonly labels?: readonly [number, number] | undefined;
}

const anExpression: Pick<OptionRule, "expected" | "accepts"> = {
  expected: "an expression",
  accepts: (value) => typeof value === "string",
};

/** Each is told once: the check, and the table in the reference. */
export const lossDefinitionOptions = {
  value: { ...anExpression, default: "", about: "the loss of a row, by `y`, `s` and the parameters" },
  name: {
    expected: "a name",
    accepts: (value) => typeof value === "string" && value !== "",
    default: '"expression"',
    about: "what a saved model calls it",
  },
  task: { ...oneOf("regression", "classification"), default: '"regression"', about: "what it is for" },
  link: {
    ...oneOf(...linkNames),
    default: '"identity"; for classes "logistic"',
    about: "how a score becomes a prediction",
  },
  parameters: {
    expected: "an object of numbers",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    default: "none",
    about: "numbers that the expressions name",
  },
  initialScore: {
    expected: "a finite number or an expression",
    accepts: (value) => typeof value === "string" || Number.isFinite(value),
    default: "found",
    about: "the score of all rows before the first tree: a number, or an expression of `mean`, that of the target",
  },
  gradient: { ...anExpression, default: "derived", about: "instead of the derivative of `value` by `s`" },
  hessian: { ...anExpression, default: "derived", about: "instead of the derivative of the gradient by `s`" },
  target: { ...anExpression, default: "anything", about: 'what must hold for each `y`, as `"y >= 0"`' },
  labels: {
    expected: "two different numbers",
    accepts: (value) =>
      Array.isArray(value) && value.length === 2 && value.every(Number.isFinite) && value[0] !== value[1],
    default: "`[0, 1]`",
    about: "what `y` is for the first and for the second class",
  },
} satisfies Readonly<Record<keyof LossDefinition, OptionRule>>;
