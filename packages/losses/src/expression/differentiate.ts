import type { ExpressionNode } from "./expression-node.ts";
import { makeNode, makePower } from "./make-node.ts";
import type { NodePool } from "./node-pool.ts";
import { staysPut } from "./stays-put.ts";

/** The derivative of an expression by the score. */
export function differentiate(pool: NodePool, root: number): number {
  const slopes = new Map<number, number>();
  const slopeOf = (place: number) => slopes.get(place) ?? pool.number(0);
  for (const place of pool.needed([root])) {
    const node = pool.at(place);
    // What does not depend on the score has no slope, and neither have conditions.
    if (node.op !== "s" && node.args.every((arg) => pool.constant(slopeOf(arg)) === 0)) continue;
    slopes.set(place, slope(pool, place, node, slopeOf));
  }
  return slopeOf(root);
}

function slope(pool: NodePool, place: number, node: ExpressionNode, slopeOf: (place: number) => number): number {
  const { op, args, value } = node;
  const [u, v] = args;
  const make = makeNode.bind(null, pool);
  const [du, dv] = args.map(slopeOf);
  switch (op) {
    case "s":
      return pool.number(1);
    case "neg":
      return make("neg", du);
    case "add":
    case "sub":
      return make(op, du, dv);
    case "mul":
      return make("add", make("mul", du, v), make("mul", u, dv));
    case "div":
      // Not by the square of v, which is infinite long before v is.
      return make("sub", make("div", du, v), make("mul", place, make("div", dv, v)));
    case "power":
      return make("mul", make("mul", pool.number(value), makePower(pool, u, value - 1)), du);
    case "pow":
      return slopeOfPow(pool, place, node, [du, dv]);
    case "sqrt":
      return zeroWhereBaseStays(pool, u, [], make("div", du, make("mul", pool.number(2), place)));
    case "exp":
      return make("mul", place, du);
    case "log":
      return make("div", du, u);
    case "abs":
      return make("mul", pool.add("sign", [u]), du);
    case "softplus":
      return make("mul", pool.add("sigmoid", [u]), du);
    case "sigmoid":
      return make("mul", make("mul", place, make("sub", pool.number(1), place)), du);
    case "min":
      return make("where", make("le", u, v), du, dv);
    case "max":
      return make("where", make("le", v, u), du, dv);
    case "where":
      return make("where", u, slopeOf(v), slopeOf(args[2]));
    default:
      return pool.number(0);
  }
}

/** Of u^v: v·u^(v-1)·u' where v is a constant, else u^v·(v'·log u + v·u'/u). */
function slopeOfPow(pool: NodePool, place: number, { args: [u, v] }: ExpressionNode, [du, dv]: number[]): number {
  const make = makeNode.bind(null, pool);
  const isAboveZero = () => make("lt", pool.number(0), v);
  if (pool.constant(dv) === 0) {
    const one = pool.number(1);
    const slope = make("mul", make("mul", v, makePow(pool, u, make("sub", v, one))), du);
    // From there on, u^(v-1) is finite where u is 0.
    const isUpToOne = () => make("le", v, one);
    return zeroWhereBaseStays(pool, u, [isAboveZero, isUpToOne], slope);
  }
  const slope = make("mul", place, make("add", make("mul", dv, make("log", u)), make("mul", v, make("div", du, u))));
  return zeroWhereBaseStays(pool, u, [isAboveZero], slope);
}

/**
 * The slope of a power, but 0 where its base stays at 0 and these conditions hold. The power stays at 0 there, too, but its slope would
 * come to infinity times 0, which is no number. Where it is one, it is left as it is.
 */
function zeroWhereBaseStays(
  pool: NodePool,
  base: number,
  conditions: readonly (() => number)[],
  slope: number,
): number {
  let condition = staysPut(pool, base);
  for (const other of [...conditions, () => makeNode(pool, "eq", base, pool.number(0))]) {
    if (isNever(pool, condition)) return slope;
    condition = makeNode(pool, "and", condition, other());
  }
  return makeNode(pool, "where", condition, pool.number(0), slope);
}

function isNever(pool: NodePool, condition: number): boolean {
  const { op, value } = pool.at(condition);
  return op === "truth" && value === 0;
}

/** The largest whole exponent that is multiplied out. */
export const MOST_MULTIPLIED = 64;

/** u^v: by multiplications where v is a whole constant, else e^(v·log u). */
export function makePow(pool: NodePool, base: number, exponent: number): number {
  const value = pool.constant(exponent);
  if (value !== null && Number.isInteger(value) && Math.abs(value) <= MOST_MULTIPLIED) {
    return makePower(pool, base, value);
  }
  return pool.add("pow", [base, exponent]);
}
