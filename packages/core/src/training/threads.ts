import type { Dataset } from "../dataset/dataset.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import { type Threads, threadsWorth } from "../util/threads-option.ts";

/** A tree looks at every value of its rows once a level; what that takes, in milliseconds. */
const PER_VALUE = 4e-6;

/**
 * The values of a table below which a tree on bins does not grow faster on several threads that share it, which wait for each other.
 * 100 trees of 6 levels, 10 columns, on one thread and on two, in ms: of 20,000 rows 89 and 177 where one grows them whole, 156 and 165
 * step by step; of 40,000 rows 130 and 170, but 225 and 176.
 */
export const LEAST_SHARED = 200_000;

/**
 * `useful` is how many there is work for at once: as many as there are trees, where each grows on a thread of its own. Of fewer values
 * than `leastValues` one thread has the work.
 */
export function threadsFor(
  asked: Threads | undefined,
  trees: number,
  { rowCount, columns }: Dataset,
  useful = trees,
  leastValues = 0,
): number {
  if (typeof asked === "number") return Math.min(asked, useful);
  if (rowCount * columns.length < leastValues) return 1;
  const levels = 32 - Math.clz32(rowCount);
  return threadsWorth(trees * levels * rowCount * columns.length * PER_VALUE, useful);
}

/** How many threads the trees of a run grew on, where there were several or should have been: it changes the time, never the trees. */
export function aboutSharedTrees(asked: Threads | undefined, { threads = 1, report = [] }: SplitSearch): string[] {
  if (threads > 1) return [`trees grew on ${threads} threads`];
  if (typeof asked !== "number" || asked === 1 || report.length > 0) return [];
  const why = 'several share one with splitter: "histogram", or by depth in compiled loops';
  return [`threads: ${asked} were asked for, and each tree grew on 1; ${why}`];
}
