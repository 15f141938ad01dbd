import { makeNode } from "./make-node.ts";
import type { NodePool } from "./node-pool.ts";

/** The same expressions in operations that are computed as they are. */
export function lower(pool: NodePool, roots: readonly number[]): number[] {
  const lowered = new Map<number, number>();
  for (const place of pool.needed(roots)) {
    const { op, args, value } = pool.at(place);
    const own = args.map((arg) => lowered.get(arg) ?? arg);
    const [u, v] = own;
    switch (op) {
      case "power":
        lowered.set(place, multiplied(pool, u, value));
        break;
      case "pow":
        lowered.set(place, pool.add("exp", [makeNode(pool, "mul", v, pool.add("log", [u]))]));
        break;
      case "sign":
        lowered.set(place, signOf(pool, u));
        break;
      case "softplus":
        lowered.set(place, softplusOf(pool, u));
        break;
      case "sigmoid":
        lowered.set(place, sigmoidOf(pool, u));
        break;
      default:
        lowered.set(place, pool.add(op, own, value));
    }
  }
  return roots.map((root) => lowered.get(root) ?? root);
}

/** u^n from its binary digits, the highest first; 1 divided by that where n is below 0. */
function multiplied(pool: NodePool, u: number, n: number): number {
  if (n < 0) return pool.add("div", [pool.number(1), multiplied(pool, u, -n)]);
  let product = u;
  for (let digit = 30 - Math.clz32(n); digit >= 0; digit--) {
    product = pool.add("mul", [product, product]);
    if ((n >> digit) & 1) product = pool.add("mul", [product, u]);
  }
  return product;
}

/** 1, -1, or 0 at 0 and where u is no number. */
export function signOf(pool: NodePool, u: number): number {
  const [zero, one, minus] = [0, 1, -1].map((value) => pool.number(value));
  return pool.add("where", [
    pool.add("lt", [zero, u]),
    one,
    pool.add("where", [pool.add("lt", [u, zero]), minus, zero]),
  ]);
}

/** e^-|u|, which never overflows. */
function decay(pool: NodePool, u: number): number {
  return pool.add("exp", [pool.add("neg", [pool.add("abs", [u])])]);
}

/** log(1 + e^u). */
export function softplusOf(pool: NodePool, u: number): number {
  const rest = pool.add("log", [pool.add("add", [pool.number(1), decay(pool, u)])]);
  return pool.add("add", [pool.add("max", [u, pool.number(0)]), rest]);
}

/** 1 / (1 + e^-u), with the bits of the built-in logistic loss. */
export function sigmoidOf(pool: NodePool, u: number): number {
  const e = decay(pool, u);
  const one = pool.number(1);
  const part = pool.add("where", [pool.add("le", [pool.number(0), u]), one, e]);
  return pool.add("div", [part, pool.add("add", [one, e])]);
}
