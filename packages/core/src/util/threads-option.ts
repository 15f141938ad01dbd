import { availableThreads } from "@cambium/kernels";
import { check, integerFrom } from "./check-options.ts";

/** How many threads may be used: as many as the machine has where the work is worth it, or so many. */
export type Threads = "auto" | number;

export const MOST_THREADS = 256;

/** A worker takes some 30 ms until it first answers. */
const LEAST_MILLISECONDS = 50;

/** For work that takes one thread so long: as many as the machine has, and there is a use for; or one. */
export function threadsWorth(milliseconds: number, useful: number): number {
  return milliseconds >= LEAST_MILLISECONDS ? Math.min(availableThreads(), useful, MOST_THREADS) : 1;
}

/** A check of `threads`. */
export const threadCount = /* @__PURE__ */ check<Threads>(
  `"auto" or a whole number from 1 to ${MOST_THREADS}`,
  (value) => value === "auto" || integerFrom(1, MOST_THREADS).accepts(value),
);
