import { exp, log } from "@cambium/core";
import type { Op } from "./expression-node.ts";

/** What each operation makes of numbers, where 1 and 0 stand for yes and no: the bits that `emit-wasm.ts` must come to. */
export const computeOp: Readonly<Partial<Record<Op, (a: number, b: number, c: number) => number>>> = {
  neg: (a) => -a,
  abs: (a) => Math.abs(a),
  sqrt: (a) => Math.sqrt(a),
  exp: (a) => exp(a),
  log: (a) => log(a),
  not: (a) => 1 - a,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  // NaN where either is; -0 is less than 0.
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  lt: (a, b) => (a < b ? 1 : 0),
  le: (a, b) => (a <= b ? 1 : 0),
  eq: (a, b) => (a === b ? 1 : 0),
  and: (a, b) => a * b,
  or: (a, b) => Math.max(a, b),
  where: (isSo, a, b) => (isSo === 1 ? a : b),
};

/** x^n from the binary digits of n, the highest first; 1 divided by that where n is below 0. As `lower.ts` has it of nodes. */
export function wholePower(x: number, n: number): number {
  if (n < 0) return 1 / wholePower(x, -n);
  let product = x;
  for (let digit = 30 - Math.clz32(n); digit >= 0; digit--) {
    product *= product;
    if ((n >> digit) & 1) product *= x;
  }
  return product;
}
