import { exp, log } from "@cambium/core";
import type { Op } from "./expression-node.ts";

/** Computes an operation in rows 0 to `count` - 1. */
export type ComputeRows = (out: Float64Array, count: number, a: Float64Array, b: Float64Array, c: Float64Array) => void;

/**
 * What each operation makes of numbers, where 1 and 0 stand for yes and no: the bits that `emit-wasm.ts` must come to. Each has a loop of
 * its own, because one that calls a function for each number takes some five times as long.
 */
export const computeRows: Readonly<Partial<Record<Op, ComputeRows>>> = {
  neg(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = -a[k];
  },
  abs(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = Math.abs(a[k]);
  },
  sqrt(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = Math.sqrt(a[k]);
  },
  exp(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = exp(a[k]);
  },
  log(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = log(a[k]);
  },
  not(out, count, a) {
    for (let k = 0; k < count; k++) out[k] = 1 - a[k];
  },
  add(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] + b[k];
  },
  sub(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] - b[k];
  },
  mul(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] * b[k];
  },
  div(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] / b[k];
  },
  // NaN where either is; -0 is less than 0.
  min(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = Math.min(a[k], b[k]);
  },
  max(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = Math.max(a[k], b[k]);
  },
  lt(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] < b[k] ? 1 : 0;
  },
  le(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] <= b[k] ? 1 : 0;
  },
  eq(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] === b[k] ? 1 : 0;
  },
  and(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = a[k] * b[k];
  },
  or(out, count, a, b) {
    for (let k = 0; k < count; k++) out[k] = Math.max(a[k], b[k]);
  },
  where(out, count, a, b, c) {
    for (let k = 0; k < count; k++) out[k] = a[k] === 1 ? b[k] : c[k];
  },
};

/** What an operation makes of single numbers; null where it computes nothing. */
export function computeOp(op: Op, ...numbers: readonly number[]): number | null {
  const [a, b, c] = [0, 1, 2].map((place) => Float64Array.of(numbers[place] ?? 0));
  const out = new Float64Array(1);
  computeRows[op]?.(out, 1, a, b, c);
  return op in computeRows ? out[0] : null;
}

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
