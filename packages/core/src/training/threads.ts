import type { Dataset } from "../dataset/dataset.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import { type Threads, threadsWorth } from "../util/threads-option.ts";

/** A tree looks at every value of its rows once a level; what that takes, in milliseconds. */
const PER_VALUE = 4e-6;

/** `useful` is how many there is work for at once: as many as there are trees, where each grows on a thread of its own. */
export function threadsFor(
  asked: Threads | undefined,
  trees: number,
  { rowCount, columns }: Dataset,
  useful = trees,
): number {
  if (typeof asked === "number") return Math.min(asked, useful);
  const levels = 32 - Math.clz32(rowCount);
  return threadsWorth(trees * levels * rowCount * columns.length * PER_VALUE, useful);
}

/** How many threads shared each tree of a run, where there were several or should have been: it changes the time, never the trees. */
export function aboutSharedTrees(asked: Threads | undefined, { threads = 1, report = [] }: SplitSearch): string[] {
  if (threads > 1) return [`each tree grew on ${threads} threads`];
  if (typeof asked !== "number" || asked === 1 || report.length > 0) return [];
  const why = 'several share one with splitter: "histogram", or by depth in compiled loops';
  return [`threads: ${asked} were asked for, and each tree grew on 1; ${why}`];
}
