import { expect, test } from "vitest";
import { toAssembly } from "../../packages/kernels/build-formulas.mjs";

test("a formula in AssemblyScript has the types, the numbers and the operators of its language", () => {
  const typescript = `import { log } from "../log.ts";

/** At most 3. */
const MOST = 3;

export function of(u: number): number {
  // Of 2 numbers.
  if (u === 0) return 1;
  return 2 * log(1 + u / 0.5) - MOST;
}
`;
  expect(toAssembly(typescript)).toBe(`import { log } from "../log";

/** At most 3. */
const MOST: f64 = 3.0;

export function of(u: f64): f64 {
  // Of 2 numbers.
  if (u == 0.0) return 1.0;
  return 2.0 * log(1.0 + u / 0.5) - MOST;
}
`);
});
