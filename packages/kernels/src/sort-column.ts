import type { ColumnJob } from "./column-job.ts";
import { bitsBetween } from "./column-values.ts";
import { ColumnPhase, ColumnSlot, ColumnSource, DIGIT_BITS } from "./generated/column-layout.ts";

// The values of a column, sorted as far as its cuts need it: the twin of `assembly/sort-column.ts` and its `sort-values.ts`.

const DIGITS = 1 << DIGIT_BITS;

/** Looks at up to `budget` values, and begins to sort when all were seen. Each phase returns how many it handled. */
export function look(job: ColumnJob, budget: number): number {
  const from = job.get(ColumnSlot.cursor);
  const rowCount = job.get(ColumnSlot.rowCount);
  const to = Math.min(rowCount, from + budget);
  const values = job.buffers[ColumnSource.values];
  let least = from === 0 ? Number.POSITIVE_INFINITY : job.get(ColumnSlot.least);
  let most = from === 0 ? Number.NEGATIVE_INFINITY : job.get(ColumnSlot.most);
  for (let row = from; row < to; row++) {
    const value = values.get(row);
    if (Number.isNaN(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
    job.add(ColumnSlot.present, 1);
    job.add(ColumnSlot.total, job.weightOf(row));
  }
  job.put(ColumnSlot.least, least);
  job.put(ColumnSlot.most, most);
  job.put(ColumnSlot.cursor, to);
  if (to === rowCount) begin(job, least, most);
  return to - from;
}

/** All values begin with the same bits as the least and the most of them; they are sorted by the two digits that follow. */
function begin(job: ColumnJob, least: number, most: number): void {
  const total = job.get(ColumnSlot.total);
  job.put(ColumnSlot.left, total);
  job.put(ColumnSlot.share, total / job.get(ColumnSlot.maxBins));
  if (job.get(ColumnSlot.present) === 0) {
    job.enter(ColumnPhase.place);
    return;
  }
  const bits = bitsBetween(least, most, job.get(ColumnSlot.bytes));
  const runShift = Math.max(bits, 2 * DIGIT_BITS) - 2 * DIGIT_BITS;
  job.put(ColumnSlot.runShift, runShift);
  job.put(ColumnSlot.placeShift, Math.max(0, bits - job.get(ColumnSlot.placeBits)));
  job.put(ColumnSlot.end, job.get(ColumnSlot.rowCount));
  job.put(ColumnSlot.few, job.get(ColumnSlot.present));
  job.put(ColumnSlot.isExact, 1);
  beginSort(job, ColumnSource.values, runShift, runShift + 2 * DIGIT_BITS, ColumnPhase.run);
}

/** Begins to sort the values from `start` to `end` by the digits from `shift` up. */
export function beginSort(job: ColumnJob, source: number, shift: number, lastShift: number, after: number): void {
  job.put(ColumnSlot.source, source);
  job.put(ColumnSlot.shift, shift);
  job.put(ColumnSlot.lastShift, lastShift);
  job.put(ColumnSlot.isMoving, 0);
  job.put(ColumnSlot.after, after);
  job.enter(ColumnPhase.sort);
}

export function sort(job: ColumnJob, budget: number): number {
  const start = job.get(ColumnSlot.start);
  const count = job.get(ColumnSlot.end) - start;
  const done = job.get(ColumnSlot.cursor);
  const some = Math.min(budget, count - done);
  job.put(ColumnSlot.cursor, done + some);
  if (job.get(ColumnSlot.isMoving) === 0) countDigits(job, start + done, start + done + some, done === 0);
  else moveByDigit(job, start + done, start + done + some);
  if (done + some === count) endPass(job, count);
  return some;
}

function countDigits(job: ColumnJob, from: number, to: number, isFirst: boolean): void {
  const values = job.buffers[job.get(ColumnSlot.source)];
  const shift = job.get(ColumnSlot.shift);
  const { u32 } = job.heap;
  const counts = job.get(ColumnSlot.counts) / 4;
  if (isFirst) u32.fill(0, counts, counts + DIGITS);
  for (let i = from; i < to; i++) {
    if (!Number.isNaN(values.get(i))) u32[counts + values.bits(i, shift, DIGITS - 1)]++;
  }
}

function moveByDigit(job: ColumnJob, from: number, to: number): void {
  const source = job.get(ColumnSlot.source);
  const values = job.buffers[source];
  const target = job.buffers[targetOf(source)];
  const shift = job.get(ColumnSlot.shift);
  const start = job.get(ColumnSlot.start);
  const { u32 } = job.heap;
  const counts = job.get(ColumnSlot.counts) / 4;
  const rows = job.rowsOf(source);
  const targetRows = job.rowsOf(targetOf(source));
  for (let i = from; i < to; i++) {
    const value = values.get(i);
    if (Number.isNaN(value)) continue;
    const place = start + u32[counts + values.bits(i, shift, DIGITS - 1)]++;
    target.set(place, value);
    if (job.isWeighted) u32[targetRows + place] = source === ColumnSource.values ? i : u32[rows + i];
  }
}

function endPass(job: ColumnJob, count: number): void {
  const source = job.get(ColumnSlot.source);
  job.put(ColumnSlot.cursor, 0);
  if (job.get(ColumnSlot.isMoving) === 0) {
    const isOne = toStarts(job, count);
    // The values by row stay where they are, so their first pass moves them in any case.
    if (!isOne || source === ColumnSource.values) {
      job.put(ColumnSlot.isMoving, 1);
      return;
    }
  } else {
    job.put(ColumnSlot.source, targetOf(source));
    if (source === ColumnSource.values) job.put(ColumnSlot.end, job.get(ColumnSlot.present));
    job.put(ColumnSlot.isMoving, 0);
  }
  job.add(ColumnSlot.shift, DIGIT_BITS);
  if (job.get(ColumnSlot.shift) >= job.get(ColumnSlot.lastShift)) endSort(job);
}

/** Sums the counts up to where each digit's numbers begin; true where one digit has all `total`, and nothing is to be moved. */
function toStarts(job: ColumnJob, total: number): boolean {
  const { u32 } = job.heap;
  const first = job.get(ColumnSlot.counts) / 4;
  let sum = 0;
  let isOne = false;
  for (let place = first; place < first + DIGITS; place++) {
    const size = u32[place];
    isOne ||= size === total;
    u32[place] = sum;
    sum += size;
  }
  return isOne;
}

function endSort(job: ColumnJob): void {
  const [start, end] = [job.get(ColumnSlot.start), job.get(ColumnSlot.end)];
  if (job.get(ColumnSlot.source) === ColumnSource.scratch) {
    for (let i = start; i < end; i++) job.sorted.set(i, job.buffers[ColumnSource.scratch].get(i));
    const rows = job.rowsOf(ColumnSource.scratch);
    if (job.isWeighted) job.heap.u32.copyWithin(job.rowsOf(ColumnSource.sorted) + start, rows + start, rows + end);
  }
  job.enter(job.get(ColumnSlot.after) as (typeof ColumnPhase)[keyof typeof ColumnPhase]);
}

function targetOf(source: number): number {
  return source === ColumnSource.scratch ? ColumnSource.sorted : ColumnSource.scratch;
}
