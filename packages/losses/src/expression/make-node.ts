import { computeOp, wholePower } from "./compute-op.ts";
import { isCondition, type Op } from "./expression-node.ts";
import type { NodePool } from "./node-pool.ts";

const SYMMETRIC: ReadonlySet<Op> = new Set<Op>(["add", "mul", "eq", "and", "or"]);

/**
 * The place of what an operation comes to, in as few words as a few laws find. 0 times anything is 0, and 0 divided by anything, also
 * where that is infinite or no number.
 */
export function makeNode(pool: NodePool, op: Op, ...args: number[]): number {
  const ordered = SYMMETRIC.has(op) ? [...args].sort((a, b) => a - b) : args;
  return folded(pool, op, ordered) ?? simpler(pool, op, ordered) ?? pool.add(op, ordered);
}

/** A whole power: by multiplications. */
export function makePower(pool: NodePool, base: number, exponent: number): number {
  if (exponent === 0) return pool.number(1);
  const known = pool.constant(base);
  const folded = known === null ? Number.NaN : wholePower(known, exponent);
  if (Number.isFinite(folded)) return pool.number(folded);
  return exponent === 1 ? base : pool.add("power", [base], exponent);
}

/** What an operation on constants comes to. One that is not finite is left as it is written. */
function folded(pool: NodePool, op: Op, args: readonly number[]): number | null {
  const nodes = args.map((place) => pool.at(place));
  if (!nodes.every(({ op: kind }) => kind === "number" || kind === "truth")) return null;
  const value = computeOp(op, ...nodes.map(({ value: number }) => number));
  if (value === null) return null;
  if (isCondition({ op, args, value })) return pool.add("truth", [], value);
  return Number.isFinite(value) ? pool.number(value) : null;
}

function simpler(pool: NodePool, op: Op, args: readonly number[]): number | null {
  const [a, b] = args;
  switch (op) {
    case "neg":
      return negated(pool, a);
    case "add":
      return sum(pool, a, b);
    case "sub":
      return difference(pool, a, b);
    case "mul":
      return product(pool, a, b);
    case "div":
      return quotient(pool, a, b);
    case "log":
      return logarithm(pool, a);
    case "abs":
      return pool.at(a).op === "neg" ? makeNode(pool, "abs", pool.at(a).args[0]) : null;
    case "min":
    case "max":
      return a === b ? a : null;
    case "not":
      return pool.at(a).op === "not" ? pool.at(a).args[0] : null;
    case "and":
    case "or":
      return ofConditions(pool, op, a, b);
    case "where":
      return choice(pool, args);
    default:
      return null;
  }
}

function negated(pool: NodePool, a: number): number | null {
  const { op, args } = pool.at(a);
  if (op === "neg") return args[0];
  return op === "sub" ? makeNode(pool, "sub", args[1], args[0]) : null;
}

function sum(pool: NodePool, a: number, b: number): number | null {
  if (pool.constant(a) === 0) return b;
  if (pool.constant(b) === 0) return a;
  if (a === b) return makeNode(pool, "mul", pool.number(2), a);
  if (pool.at(b).op === "neg") return makeNode(pool, "sub", a, pool.at(b).args[0]);
  return pool.at(a).op === "neg" ? makeNode(pool, "sub", b, pool.at(a).args[0]) : null;
}

function difference(pool: NodePool, a: number, b: number): number | null {
  if (pool.constant(b) === 0) return a;
  if (pool.constant(a) === 0) return makeNode(pool, "neg", b);
  return pool.at(b).op === "neg" ? makeNode(pool, "add", a, pool.at(b).args[0]) : null;
}

function product(pool: NodePool, a: number, b: number): number | null {
  const [first, second] = [pool.at(a), pool.at(b)];
  if (first.op === "neg" && second.op === "neg") return makeNode(pool, "mul", first.args[0], second.args[0]);
  if (first.op === "number") return scaled(pool, first.value, b);
  return second.op === "number" ? scaled(pool, second.value, a) : null;
}

/** A constant times what is no constant: constants meet, so that twice a half of something is that thing. */
function scaled(pool: NodePool, factor: number, of: number): number | null {
  if (factor === 0) return pool.number(0);
  if (factor === 1) return of;
  if (factor === -1) return makeNode(pool, "neg", of);
  const { op, args } = pool.at(of);
  if (op === "neg") return makeNode(pool, "mul", pool.number(-factor), args[0]);
  const inner = op === "mul" ? args.find((arg) => pool.constant(arg) !== null) : op === "div" ? args[1] : undefined;
  const value = inner === undefined ? null : pool.constant(inner);
  if (value === null) return null;
  const both = op === "mul" ? factor * value : factor / value;
  if (!Number.isFinite(both) || both === 0) return null;
  return makeNode(pool, "mul", pool.number(both), op === "mul" && args[0] === inner ? args[1] : args[0]);
}

function quotient(pool: NodePool, a: number, b: number): number | null {
  const divisor = pool.constant(b);
  if (pool.constant(a) === 0) return a;
  if (divisor === 1) return a;
  if (divisor === -1) return makeNode(pool, "neg", a);
  const { op, args } = pool.at(a);
  if (op === "neg") return makeNode(pool, "neg", makeNode(pool, "div", args[0], b));
  const u = pool.constant(a) === 1 ? exponentBesideOne(pool, b) : null;
  if (u !== null) return pool.add("sigmoid", [makeNode(pool, "neg", u)]);
  if (divisor === null || divisor === 0 || op !== "mul") return null;
  const inner = args.findIndex((arg) => pool.constant(arg) !== null);
  if (inner < 0) return null;
  const factor = (pool.constant(args[inner]) ?? 0) / divisor;
  return Number.isFinite(factor) && factor !== 0 ? makeNode(pool, "mul", pool.number(factor), args[1 - inner]) : null;
}

/** log(1 + e^u), which overflows as it stands, is written so that it does not. */
function logarithm(pool: NodePool, a: number): number | null {
  const u = exponentBesideOne(pool, a);
  return u === null ? null : pool.add("softplus", [u]);
}

/** The u of 1 + e^u. */
function exponentBesideOne(pool: NodePool, place: number): number | null {
  const { op, args } = pool.at(place);
  if (op !== "add" || !args.some((arg) => pool.constant(arg) === 1)) return null;
  const other = pool.at(pool.constant(args[0]) === 1 ? args[1] : args[0]);
  return other.op === "exp" ? other.args[0] : null;
}

function ofConditions(pool: NodePool, op: "and" | "or", a: number, b: number): number | null {
  if (a === b) return a;
  for (const [known, other] of [
    [a, b],
    [b, a],
  ]) {
    const { op: kind, value } = pool.at(known);
    if (kind === "truth") return (value === 1) === (op === "and") ? other : known;
  }
  return null;
}

function choice(pool: NodePool, [condition, a, b]: readonly number[]): number | null {
  const { op, value, args } = pool.at(condition);
  if (a === b) return a;
  if (op === "truth") return value === 1 ? a : b;
  return op === "not" ? makeNode(pool, "where", args[0], b, a) : null;
}
