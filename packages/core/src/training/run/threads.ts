import type { Dataset } from "../../dataset/dataset.ts";
import { type Threads, threadsWorth } from "../../util/threads-option.ts";

/** A tree looks at every value of its rows once a level; what that takes, in milliseconds. */
const PER_VALUE = 4e-6;

/**
 * The values of a table below which a tree does not grow faster on several threads that share it: they have to start, and wait for each
 * other. Default fits of 28 columns in a new process, on one thread and on two, in ms: of 1,000 rows 134 and 143, of 10,000 rows 181 and
 * 228, of 20,000 rows 243 and 264, of 40,000 rows 352 and 314.
 */
export const LEAST_SHARED = 1_000_000;

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
