import { findPresent } from "./find-present.ts";
import { SCAN_SLICE, ScanSlot, StatsRecord } from "./generated/scan-layout.ts";
import type { Heap } from "./heap.ts";
import { readAhead } from "./read-ahead.ts";

/**
 * Looks at the cut with weight `L` on its left, keeps it if it beats `best`, and returns the better gain of the two.
 */
function considerCut(
  f64: Float64Array,
  job: number,
  width: number,
  best: number,
  rows: number,
  missingLeft: 0 | 1,
  L: number,
): number {
  const classes = width - 1;
  const parent = job + ScanSlot.size + StatsRecord.parent * width;
  const left = job + ScanSlot.size + StatsRecord.left * width;
  const missing = job + ScanSlot.size + StatsRecord.missing * width;
  const R = f64[parent + classes] - L;
  const least = f64[job + ScanSlot.minChildWeight];
  const scale = L * R * (L + R);
  if (!(L >= least && R >= least && scale > 0)) return best;
  let s = 0;
  for (let code = 0; code < classes; code++) {
    const weight = missingLeft ? f64[left + code] + f64[missing + code] : f64[left + code];
    const d = weight * R - (f64[parent + code] - weight) * L;
    s += d * d;
  }
  const gain = s / scale;
  if (!(gain > best)) return best;
  f64[job + ScanSlot.gain] = gain;
  f64[job + ScanSlot.rows] = rows;
  f64[job + ScanSlot.missingLeft] = missingLeft;
  const record = job + ScanSlot.size + StatsRecord.best * width;
  for (let code = 0; code < classes; code++) {
    f64[record + code] = missingLeft ? f64[left + code] + f64[missing + code] : f64[left + code];
  }
  f64[record + classes] = L;
  return gain;
}

/** Adds the next missing rows to their record; they are known before the first cut. */
function addMissing({ f64, i32, u32 }: Heap, job: number, width: number, from: number, to: number): void {
  const order = f64[job + ScanSlot.order] / 4;
  const codes = f64[job + ScanSlot.signal] / 4;
  const weights = f64[job + ScanSlot.weights] / 8;
  const record = job + ScanSlot.size + StatsRecord.missing * width;
  let M = f64[record + width - 1];
  for (let at = from; at < to; at++) {
    const row = u32[order + at];
    const weight = f64[weights + row];
    f64[record + i32[codes + row]] += weight;
    M += weight;
  }
  f64[record + width - 1] = M;
}

/**
 * Moves the cut over the present rows from `from` up to `to`, and after the last one looks at missing against present.
 */
function moveCut(
  heap: Heap,
  job: number,
  width: number,
  present: number,
  missing: number,
  from: number,
  to: number,
): void {
  const { f64, i32, u32 } = heap;
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 8;
  const codes = f64[job + ScanSlot.signal] / 4;
  const weights = f64[job + ScanSlot.weights] / 8;
  const minRows = f64[job + ScanSlot.minRowsLeaf];
  const count = present + missing;
  const M = f64[job + ScanSlot.size + StatsRecord.missing * width + width - 1];

  const leftRecord = job + ScanSlot.size + StatsRecord.left * width;
  let L = f64[leftRecord + width - 1];
  let best = f64[job + ScanSlot.gain];
  let previous = f64[values + u32[order + Math.max(from, 1) - 1]];
  let ahead = from;
  for (let at = from; at < to; at++) {
    if (at === ahead) ahead = readAhead(heap, job, at, to, 1);
    const row = u32[order + at];
    const value = f64[values + row];
    if (value !== previous) {
      previous = value;
      if (missing > 0 && at + missing >= minRows && present - at >= minRows) {
        best = considerCut(f64, job, width, best, at, 1, L + M);
      }
      if (at >= minRows && count - at >= minRows) best = considerCut(f64, job, width, best, at, 0, L);
    }
    const weight = f64[weights + row];
    f64[leftRecord + i32[codes + row]] += weight;
    L += weight;
  }
  f64[leftRecord + width - 1] = L;

  if (to === present && missing >= minRows && present >= minRows) considerCut(f64, job, width, best, present, 0, L);
}

/**
 * Handles one slice of the job at this byte offset and returns how many rows are left to do. The twin of
 * `assembly/scan-gini.ts`, statement by statement.
 */
export function scanGini(heap: Heap, jobOffset: number): number {
  const { f64 } = heap;
  const job = jobOffset / 8;
  const width = f64[job + ScanSlot.width];
  const count = f64[job + ScanSlot.count];
  const present = findPresent(heap, job);
  const missing = count - present;
  const cursor = f64[job + ScanSlot.cursor];
  const end = Math.min(cursor + SCAN_SLICE, count);
  f64[job + ScanSlot.cursor] = end;
  if (cursor < missing) addMissing(heap, job, width, present + cursor, present + Math.min(end, missing));
  if (end > missing) moveCut(heap, job, width, present, missing, Math.max(cursor, missing) - missing, end - missing);
  return count - end;
}
