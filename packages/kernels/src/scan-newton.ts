import { findPresent } from "./find-present.ts";
import { SCAN_SLICE, ScanSlot, StatsRecord } from "./generated/scan-layout.ts";
import type { Heap } from "./heap.ts";
import { readAhead } from "./read-ahead.ts";

const WIDTH = 2; // [sum of gradients, sum of hessians]

/**
 * Looks at the cut with these sums on its left, keeps it if it beats `best`, and returns the better gain of the two.
 * The gain is a square over a product, not a difference of squares.
 */
function considerCut(
  f64: Float64Array,
  job: number,
  best: number,
  rows: number,
  missingLeft: 0 | 1,
  gl: number,
  hl: number,
  l2: number,
  nodeTerm: number,
): number {
  const parent = job + ScanSlot.size + StatsRecord.parent * WIDTH;
  const gr = f64[parent] - gl;
  const hr = f64[parent + 1] - hl;
  const a = hl + l2;
  const b = hr + l2;
  const least = f64[job + ScanSlot.minChildWeight];
  const scale = a * b * (a + b);
  if (!(hl >= least && hr >= least && a > 0 && b > 0 && scale > 0)) return best;
  const d = gl * b - gr * a;
  const gain = (d * d) / scale - nodeTerm;
  if (!(gain > best)) return best;
  f64[job + ScanSlot.gain] = gain;
  f64[job + ScanSlot.rows] = rows;
  f64[job + ScanSlot.missingLeft] = missingLeft;
  const record = job + ScanSlot.size + StatsRecord.best * WIDTH;
  f64[record] = gl;
  f64[record + 1] = hl;
  return gain;
}

/** What l2 takes from the gain of every cut of the node. */
function nodeTermOf(f64: Float64Array, job: number, l2: number): number {
  if (l2 === 0) return 0;
  const parent = job + ScanSlot.size + StatsRecord.parent * WIDTH;
  const G = f64[parent];
  const H = f64[parent + 1];
  return (G * G * l2) / ((H + l2) * (H + 2 * l2));
}

/** Adds the next missing rows to their record; they are known before the first cut. */
function addMissing({ f64, u32 }: Heap, job: number, from: number, to: number): void {
  const order = f64[job + ScanSlot.order] / 4;
  const gradients = f64[job + ScanSlot.signal] / 8;
  const hessians = f64[job + ScanSlot.weights] / 8;
  const record = job + ScanSlot.size + StatsRecord.missing * WIDTH;
  let gm = f64[record];
  let hm = f64[record + 1];
  for (let at = from; at < to; at++) {
    const row = u32[order + at];
    gm += f64[gradients + row];
    hm += f64[hessians + row];
  }
  f64[record] = gm;
  f64[record + 1] = hm;
}

/**
 * Moves the cut over the present rows from `from` up to `to`, and after the last one looks at missing against present.
 */
function moveCut(
  heap: Heap,
  job: number,
  l2: number,
  present: number,
  missing: number,
  from: number,
  to: number,
): void {
  const { f64, u32 } = heap;
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 8;
  const gradients = f64[job + ScanSlot.signal] / 8;
  const hessians = f64[job + ScanSlot.weights] / 8;
  const minRows = f64[job + ScanSlot.minRowsLeaf];
  const count = present + missing;
  const nodeTerm = nodeTermOf(f64, job, l2);
  const missingRecord = job + ScanSlot.size + StatsRecord.missing * WIDTH;
  const gm = f64[missingRecord];
  const hm = f64[missingRecord + 1];

  const leftRecord = job + ScanSlot.size + StatsRecord.left * WIDTH;
  let gl = f64[leftRecord];
  let hl = f64[leftRecord + 1];
  let best = f64[job + ScanSlot.gain];
  let previous = f64[values + u32[order + Math.max(from, 1) - 1]];
  let ahead = from;
  for (let at = from; at < to; at++) {
    if (at === ahead) ahead = readAhead(heap, job, at, to, 2);
    const row = u32[order + at];
    const value = f64[values + row];
    if (value !== previous) {
      previous = value;
      if (missing > 0 && at + missing >= minRows && present - at >= minRows) {
        best = considerCut(f64, job, best, at, 1, gl + gm, hl + hm, l2, nodeTerm);
      }
      if (at >= minRows && count - at >= minRows) {
        best = considerCut(f64, job, best, at, 0, gl, hl, l2, nodeTerm);
      }
    }
    gl += f64[gradients + row];
    hl += f64[hessians + row];
  }
  f64[leftRecord] = gl;
  f64[leftRecord + 1] = hl;

  if (to === present && missing >= minRows && present >= minRows) {
    considerCut(f64, job, best, present, 0, gl, hl, l2, nodeTerm);
  }
}

/**
 * Handles one slice of the job at this byte offset and returns how many rows are left to do. The twin of
 * `assembly/scan-newton.ts`, statement by statement.
 */
export function scanNewton(heap: Heap, jobOffset: number, l2: number): number {
  const { f64 } = heap;
  const job = jobOffset / 8;
  const count = f64[job + ScanSlot.count];
  const present = findPresent(heap, job);
  const missing = count - present;
  const cursor = f64[job + ScanSlot.cursor];
  const end = Math.min(cursor + SCAN_SLICE, count);
  f64[job + ScanSlot.cursor] = end;
  if (cursor < missing) addMissing(heap, job, present + cursor, present + Math.min(end, missing));
  if (end > missing) moveCut(heap, job, l2, present, missing, Math.max(cursor, missing) - missing, end - missing);
  return count - end;
}
