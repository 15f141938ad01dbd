import { square } from "../util/square.ts";

/** x - log(1 + x). The difference would lose its digits where x is near to 0: there its series is summed, and `logOfSum` is not asked. */
export function lessItsLog(x: number, logOfSum: () => number): number {
  if (Math.abs(x) > 2 ** -6) return x - logOfSum();
  let sum = 0;
  for (let k = 9; k >= 2; k--) sum = 1 / k - x * sum;
  return square(x) * sum;
}
