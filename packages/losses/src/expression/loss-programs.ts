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
  const pool = new NodePool();
  const source = sourceOf("value", definition.value);
  try {
    return programsOf(pool, source, definition);
  } catch (error) {
    if (!(error instanceof TooManyNodesError)) throw error;
    const what = `comes to more than ${error.most} operations with its derivatives; pass gradient and hessian`;
    throw expressionError(source, { start: 0, end: source.text.length }, what);
  }
}

function programsOf(pool: NodePool, source: ExpressionSource, definition: LossDefinition): LossPrograms {
  const parameters = parametersOf(pool, definition);
  const y = ["y", targetNode(pool, definition)] as const;
  const names: Names = new Map([y, ["s", pool.add("s")], ...parameters]);
  const read = (option: "gradient" | "hessian") => {
    const text = definition[option];
    return text === undefined ? null : parseExpression(pool, sourceOf(option, text), names);
  };
  const value = parseExpression(pool, source, names);
  const gradient = read("gradient") ?? differentiate(pool, value);
  if (pool.constant(gradient) !== null) {
    const what = `has the same slope by the score s everywhere (${pool.constant(gradient)}), so no score is best`;
    throw expressionError(source, { start: 0, end: source.text.length }, what);
  }
  const hessian = curvature(pool, source, read("hessian") ?? differentiate(pool, gradient));
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

/** Where a second derivative is below 0, by its rounding or because the loss bends down, 0 is taken. */
function curvature(pool: NodePool, source: ExpressionSource, hessian: number): number {
  const constant = pool.constant(hessian);
  if (constant === null) return makeNode(pool, "max", hessian, pool.number(0));
  if (constant > 0) return hessian;
  const what = `has a second derivative of ${constant} by the score s everywhere, and no Newton step; pass hessian: "1"`;
  throw expressionError(source, { start: 0, end: source.text.length }, what);
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
