import type { ColumnJob } from "./column-job.ts";
import { ColumnPhase, ColumnSlot, ColumnSource, RUNS_PER_BIN } from "./generated/column-layout.ts";
import { beginSort } from "./sort-column.ts";

// Where a column is cut: the twin of `assembly/cut-column.ts`.

/** A column of no more than two values needs no order. */
export function cutInTwo(job: ColumnJob): void {
  const least = job.get(ColumnSlot.least);
  const most = job.get(ColumnSlot.most);
  const values = job.buffers[ColumnSource.values];
  for (let row = 0; row < job.get(ColumnSlot.rowCount); row++) {
    const value = values.get(row);
    if (!Number.isNaN(value) && value !== least && value !== most) return;
  }
  if (least < most) saveCut(job, least, most);
  job.enter(ColumnPhase.place);
}

/** Counts runs, from the end: values that are next to each other and share the bits that they were sorted by. */
export function countRuns(job: ColumnJob, budget: number): number {
  const { sorted } = job;
  const shift = job.get(ColumnSlot.runShift);
  const mostRuns = RUNS_PER_BIN * job.get(ColumnSlot.maxBins);
  const first = job.get(ColumnSlot.at);
  let few = job.get(ColumnSlot.few);
  const last = few - Math.min(budget, few - first);
  let runs = job.get(ColumnSlot.runs);
  for (; few > last && runs < mostRuns; few--) {
    if (few - 1 === first || !sorted.areAlike(few - 1, few - 2, shift)) runs++;
    else if (sorted.get(few - 1) !== sorted.get(few - 2)) job.put(ColumnSlot.isExact, 0);
  }
  job.put(ColumnSlot.runs, runs);
  job.put(ColumnSlot.few, few);
  if (few === first || runs === mostRuns) endCount(job, first, few);
  return budget;
}

function endCount(job: ColumnJob, first: number, few: number): void {
  // Nobody looked at those before `few`.
  const isExact = job.get(ColumnSlot.runShift) === 0 || (few === first && job.get(ColumnSlot.isExact) === 1);
  job.put(ColumnSlot.isExact, isExact ? 1 : 0);
  if (few === first && !isExact) sortRest(job, first);
  else job.enter(ColumnPhase.cut);
}

/** Cuts run after run. */
export function cut(job: ColumnJob, budget: number): number {
  const present = job.get(ColumnSlot.present);
  const first = job.get(ColumnSlot.at);
  let from = first;
  while (from < present && from - first < budget) {
    const binsAfter = job.get(ColumnSlot.maxBins) - job.get(ColumnSlot.cutCount) - 1;
    // The last bin takes all that are left.
    const start = binsAfter === 0 ? present : skipRuns(job, from);
    from = start === from ? cutNext(job, from, binsAfter) : start;
    job.put(ColumnSlot.at, from);
    if (job.get(ColumnSlot.phase) !== ColumnPhase.cut) return 1;
  }
  if (from === present) job.enter(ColumnPhase.place);
  return Math.max(1, from - first);
}

/** The first of the runs up to `few` that does not fit into the bin. */
function skipRuns(job: ColumnJob, from: number): number {
  const few = job.get(ColumnSlot.few);
  if (from >= few || job.isWeighted) return from;
  const inBin = job.get(ColumnSlot.inBin);
  const share = job.get(ColumnSlot.share);
  let room = Math.floor(Math.max(0, share - inBin));
  if (room > 0 && inBin + room > share) room--;
  let start = Math.min(few, from + room);
  if (start < few) {
    const shift = job.get(ColumnSlot.runShift);
    while (start > from && job.sorted.areAlike(start - 1, start, shift)) start--;
  }
  job.put(ColumnSlot.inBin, inBin + (start - from));
  return start;
}

/** Takes the run that begins at `from`, and returns where the next one does; or begins to sort what must be sorted before. */
function cutNext(job: ColumnJob, from: number, binsAfter: number): number {
  const isCounted = from >= job.get(ColumnSlot.few);
  const isFew = isCounted && job.get(ColumnSlot.runs) <= binsAfter;
  const isExact = job.get(ColumnSlot.isExact) === 1;
  if (isFew && !isExact) {
    sortRest(job, from);
    return from;
  }
  const to = endOfRun(job, from);
  const weight = weightOfSorted(job, from, to);
  if (isFew || job.get(ColumnSlot.inBin) + weight > job.get(ColumnSlot.share)) {
    if (!isExact && job.get(ColumnSlot.isSorted) === 0 && !isConstant(job, from, to)) {
      sortRun(job, from, to);
      return from;
    }
    cutRun(job, from, to, isFew);
  } else job.add(ColumnSlot.inBin, weight);
  job.put(ColumnSlot.isSorted, 0);
  if (isCounted) job.add(ColumnSlot.runs, -1);
  return to;
}

/** Sorts a run to the last bit, to cut within it. */
function sortRun(job: ColumnJob, from: number, to: number): void {
  job.put(ColumnSlot.start, from);
  job.put(ColumnSlot.end, to);
  job.put(ColumnSlot.isSorted, 1);
  beginSort(job, ColumnSource.sorted, 0, job.get(ColumnSlot.runShift), ColumnPhase.cut);
}

/** Sorts all that are left to the last bit, so that runs are values, and counts them. */
function sortRest(job: ColumnJob, from: number): void {
  job.put(ColumnSlot.start, from);
  job.put(ColumnSlot.end, job.get(ColumnSlot.present));
  job.put(ColumnSlot.runShift, 0);
  job.put(ColumnSlot.few, job.get(ColumnSlot.present));
  job.put(ColumnSlot.runs, 0);
  beginSort(job, ColumnSource.sorted, 0, 8 * job.get(ColumnSlot.bytes), ColumnPhase.run);
}

/** Looks at a run value by value. `isFew`: it has one, and no more are left than bins. */
function cutRun(job: ColumnJob, from: number, to: number, isFew: boolean): void {
  const { sorted } = job;
  const maxBins = job.get(ColumnSlot.maxBins);
  let inBin = job.get(ColumnSlot.inBin);
  for (let i = from, next = 0; i < to; i = next) {
    const value = sorted.get(i);
    next = i + 1;
    while (next < to && sorted.get(next) === value) next++;
    const weight = weightOfSorted(job, i, next);
    const binsAfter = maxBins - job.get(ColumnSlot.cutCount) - 1;
    if (i > 0 && binsAfter > 0 && (isFew || inBin + weight / 2 > job.get(ColumnSlot.share))) {
      saveCut(job, i > from ? sorted.get(i - 1) : mostBefore(job, i), value);
      job.add(ColumnSlot.left, -inBin);
      job.put(ColumnSlot.share, job.get(ColumnSlot.left) / binsAfter);
      inBin = 0;
    }
    inBin += weight;
  }
  job.put(ColumnSlot.inBin, inBin);
}

/** As core's `midpoint`. */
function saveCut(job: ColumnJob, below: number, above: number): void {
  const index = job.get(ColumnSlot.cutCount);
  const middle = below / 2 + above / 2;
  job.heap.f64[job.get(ColumnSlot.cuts) / 8 + index] = middle >= below && middle < above ? middle : below;
  job.edges.set(index, below);
  job.put(ColumnSlot.cutCount, index + 1);
}

/** The largest value of the run before, which nobody may have sorted. */
function mostBefore(job: ColumnJob, from: number): number {
  const { sorted } = job;
  const shift = job.get(ColumnSlot.runShift);
  let most = sorted.get(from - 1);
  for (let i = from - 2; i >= 0 && sorted.areAlike(i, from - 1, shift); i--) most = Math.max(most, sorted.get(i));
  return most;
}

function endOfRun(job: ColumnJob, from: number): number {
  const present = job.get(ColumnSlot.present);
  const shift = job.get(ColumnSlot.runShift);
  let to = from + 1;
  while (to < present && job.sorted.areAlike(to, from, shift)) to++;
  return to;
}

function isConstant({ sorted }: ColumnJob, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (sorted.get(i) !== sorted.get(from)) return false;
  return true;
}

/** Sums on a grid are exact, in any order. */
function weightOfSorted(job: ColumnJob, from: number, to: number): number {
  if (!job.isWeighted) return to - from;
  const rows = job.rowsOf(ColumnSource.sorted);
  let sum = 0;
  for (let i = from; i < to; i++) sum += job.weightOf(job.heap.u32[rows + i]);
  return sum;
}
