import { CambiumError } from "@cambium/core";
import { differentiate } from "./differentiate.ts";
import { type Program, programOf } from "./evaluate.ts";
import { type ExpressionSource, expressionError } from "./expression-error.ts";
import type { LossDefinition } from "./loss-definition.ts";
import { makeNode } from "./make-node.ts";
import { NodePool, TooManyNodesError } from "./node-pool.ts";
import { functionNames, type Names, parseExpression } from "./parse-expression.ts";

/** What the expressions of a loss come to. */
export interface LossPrograms {
  /** Gradient and hessian; the hessian is nowhere below 0. */
  readonly derivatives: Program;
  /** True where the hessian is 1 in every row. */
  readonly constantHessian: boolean;
  readonly value: Program;
  /** What must hold for a target; null: nothing. */
  readonly condition: Program | null;
  /** The initial score by the mean of the target; null: it is to be found. */
  readonly initialScore: Program | null;
}

/** Reads the expressions of a loss, and finds the derivatives that it does not tell. */
export function lossPrograms(definition: LossDefinition): LossPrograms {
  try {
    return programsOf(new NodePool(), definition);
  } catch (error) {
    if (!(error instanceof TooManyNodesError)) throw error;
    throw tooLong(definition, error.most);
  }
}

/** The longest is what derivatives had to be found of. */
function tooLong({ value, gradient, hessian }: LossDefinition, most: number): CambiumError {
  const what = `comes to more than ${most} operations with its derivatives`;
  if (gradient === undefined) return wrongOption("value", value, `${what}; pass gradient and hessian`);
  if (hessian === undefined) return wrongOption("gradient", gradient, `${what}; pass hessian`);
  return wrongOption("value", value, `comes to more than ${most} operations with gradient and hessian`);
}

function programsOf(pool: NodePool, definition: LossDefinition): LossPrograms {
  const parameters = parametersOf(pool, definition);
  const y = ["y", targetNode(pool, definition)] as const;
  const names: Names = new Map([y, ["s", pool.add("s")], ...parameters]);
  const value = parseExpression(pool, sourceOf("value", definition.value), names);
  const gradient = gradientNode(pool, definition, names, value);
  const hessian = hessianNode(pool, definition, names, gradient);
  const { target, initialScore } = definition;
  return {
    derivatives: programOf(pool, [gradient, hessian]),
    constantHessian: pool.constant(hessian) === 1,
    value: programOf(pool, [value]),
    condition:
      target === undefined
        ? null
        : programOf(pool, [
            parseExpression(pool, sourceOf("target", target), new Map([y, ...parameters]), "condition"),
          ]),
    initialScore: initialScore === undefined ? null : programOf(pool, [startNode(pool, initialScore, parameters)]),
  };
}

/** What was passed, or else the derivative of the value. */
function gradientNode(pool: NodePool, { value, gradient }: LossDefinition, names: Names, ofValue: number): number {
  if (gradient !== undefined) {
    const passed = parseExpression(pool, sourceOf("gradient", gradient), names);
    const same = pool.constant(passed);
    if (same === null) return passed;
    throw wrongOption("gradient", gradient, `is ${same} for every score s, so no score is best`);
  }
  const derived = differentiate(pool, ofValue);
  const slope = pool.constant(derived);
  if (slope === null) return derived;
  throw wrongOption("value", value, `has the same slope by the score s everywhere (${slope}), so no score is best`);
}

/** What was passed, or else the derivative of the gradient; where that is below 0, by its rounding or because the loss bends down, 0. */
function hessianNode(pool: NodePool, definition: LossDefinition, names: Names, ofGradient: number): number {
  const { value, gradient, hessian } = definition;
  if (hessian !== undefined) {
    const passed = parseExpression(pool, sourceOf("hessian", hessian), names);
    return notBelowZero(pool, passed, (same) =>
      wrongOption("hessian", hessian, `is ${same} everywhere, and gives no Newton step; expected a number above 0`),
    );
  }
  const [option, text, what] =
    gradient === undefined
      ? (["value", value, "a second derivative"] as const)
      : (["gradient", gradient, "a derivative"] as const);
  const derived = differentiate(pool, ofGradient);
  return notBelowZero(pool, derived, (same) =>
    wrongOption(
      option,
      text,
      `has ${what} of ${same} by the score s everywhere, and no Newton step; pass hessian: "1"`,
    ),
  );
}

function notBelowZero(pool: NodePool, hessian: number, wrong: (same: number) => CambiumError): number {
  const same = pool.constant(hessian);
  if (same === null) return makeNode(pool, "max", hessian, pool.number(0));
  if (same > 0) return hessian;
  throw wrong(same);
}

/** An error about the whole of an option. */
function wrongOption(option: string, text: string, what: string): CambiumError {
  return expressionError(sourceOf(option, text), { start: 0, end: text.length }, what);
}

/** Kernels have classes as 0 and 1. */
function targetNode(pool: NodePool, { labels }: LossDefinition): number {
  const y = pool.add("y");
  if (labels === undefined || (labels[0] === 0 && labels[1] === 1)) return y;
  return makeNode(
    pool,
    "where",
    makeNode(pool, "lt", pool.number(0), y),
    pool.number(labels[1]),
    pool.number(labels[0]),
  );
}

function startNode(
  pool: NodePool,
  initialScore: number | string,
  parameters: Iterable<readonly [string, number]>,
): number {
  if (typeof initialScore === "number") return pool.number(initialScore);
  const names = new Map([["mean", pool.add("mean")] as const, ...parameters]);
  return parseExpression(pool, sourceOf("initialScore", initialScore), names);
}

function sourceOf(option: string, text: string): ExpressionSource {
  return { label: `defineLoss: ${option}`, text };
}

/** What expressions call something else, and what a saved model has beside the parameters. */
const TAKEN: ReadonlySet<string> = new Set([
  ...["y", "s", "mean", ...functionNames],
  ...["value", "gradient", "hessian", "initialScore", "target", "labels"],
]);

function parametersOf(pool: NodePool, { parameters = {} }: LossDefinition): [string, number][] {
  return Object.entries(parameters).map(([name, value]) => {
    const isName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(name) && !TAKEN.has(name);
    if (isName && typeof value === "number" && Number.isFinite(value)) return [name, pool.number(value)];
    const shown = JSON.stringify(name.slice(0, 40));
    const what = isName
      ? `parameter ${shown} expects a finite number`
      : `no parameter can be called ${shown}; take a letter, then letters and digits, and no name that expressions have`;
    throw new CambiumError("bad-option", `defineLoss: ${what}`);
  });
}
