import { availableThreads } from "@cambium/kernels";
import type { Dataset } from "../dataset/dataset.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import type { OptionRule } from "../util/check-options.ts";

/** How many threads a fit may use: as many as the machine has where the work is worth it, or so many. */
export type Threads = "auto" | number;

/** A worker takes some 30 ms until it first answers. */
const LEAST_MILLISECONDS = 50;

/** A tree looks at every value of its rows once a level; what that takes, in milliseconds. */
const PER_VALUE = 4e-6;

export const MOST_THREADS = 256;

/** `useful` is how many there is work for at once: as many as there are trees, where each grows on a thread of its own. */
export function threadsFor(
  asked: Threads | undefined,
  trees: number,
  { rowCount, columns }: Dataset,
  useful = trees,
): number {
  if (typeof asked === "number") return Math.min(asked, useful);
  const levels = 32 - Math.clz32(rowCount);
  const isWorthIt = trees * levels * rowCount * columns.length * PER_VALUE >= LEAST_MILLISECONDS;
  return isWorthIt ? Math.min(availableThreads(), useful, MOST_THREADS) : 1;
}

/** How many threads shared each tree of a run, where there were several or should have been: it changes the time, never the trees. */
export function aboutSharedTrees(asked: Threads | undefined, { threads = 1, report = [] }: SplitSearch): string[] {
  if (threads > 1) return [`each tree grew on ${threads} threads`];
  if (typeof asked !== "number" || asked === 1 || report.length > 0) return [];
  const why = 'several share one with splitter: "histogram", where all columns are searched in one compiled loop';
  return [`threads: ${asked} were asked for, and each tree grew on 1; ${why}`];
}

export const threadsOption: OptionRule = {
  expected: `"auto" or a whole number from 1 to ${MOST_THREADS}`,
  accepts: (value) =>
    value === "auto" || (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MOST_THREADS),
  default: '"auto"',
  about: "how many trees grow at once; they are the same for any number",
};
