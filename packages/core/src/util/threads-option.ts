import { availableThreads } from "@cambium/kernels";
import type { OptionRule } from "./check-options.ts";

/** How many threads may be used: as many as the machine has where the work is worth it, or so many. */
export type Threads = "auto" | number;

export const MOST_THREADS = 256;

/** A worker takes some 30 ms until it first answers. */
const LEAST_MILLISECONDS = 50;

/** For work that takes one thread so long: as many as the machine has, and there is a use for; or one. */
export function threadsWorth(milliseconds: number, useful: number): number {
  return milliseconds >= LEAST_MILLISECONDS ? Math.min(availableThreads(), useful, MOST_THREADS) : 1;
}

export const threadsOption: OptionRule = {
  expected: `"auto" or a whole number from 1 to ${MOST_THREADS}`,
  accepts: (value) =>
    value === "auto" || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_THREADS),
  default: '"auto"',
  about: "how many trees grow at once; they are the same for any number",
};
