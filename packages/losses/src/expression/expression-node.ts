/**
 * What a node does. The last five are written out as others before anything is computed (`lower.ts`): as they are, they have simpler
 * derivatives.
 */
export type Op =
  | ("number" | "truth" | "y" | "s" | "mean")
  | ("neg" | "abs" | "sqrt" | "exp" | "log" | "not")
  | ("add" | "sub" | "mul" | "div" | "min" | "max" | "lt" | "le" | "eq" | "and" | "or")
  | "where"
  | ("power" | "pow" | "sign" | "softplus" | "sigmoid");

/** A node of an expression. Those that it works on are named by their places, which are lower than its own. */
export interface ExpressionNode {
  readonly op: Op;
  readonly args: readonly number[];
  /** What a number is; 1 or 0 of a truth; the whole exponent of a power; else 0. */
  readonly value: number;
}

const CONDITIONS: ReadonlySet<Op> = new Set<Op>(["truth", "lt", "le", "eq", "and", "or", "not"]);

/** Whether a node says yes or no, and is no number. */
export function isCondition({ op }: ExpressionNode): boolean {
  return CONDITIONS.has(op);
}
