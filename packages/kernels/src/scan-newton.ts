import { findPresent } from "./find-present.ts";
import type { Heap } from "./heap.ts";
import { SCAN_SLICE, ScanRecord, ScanSlot } from "./scan-slots.ts";

const WIDTH = 2; // [sum of gradients, sum of hessians]

/** Improvement of a cut, without a difference of squares; 0 for a child without weight. */
function gainOfCut(gl: number, hl: number, gr: number, hr: number, l2: number, nodeTerm: number): number {
  const a = hl + l2;
  const b = hr + l2;
  if (!(a > 0 && b > 0)) return 0;
  const d = gl * b - gr * a;
  return (d * d) / (a * b * (a + b)) - nodeTerm;
}

function saveCut(
  f64: Float64Array,
  job: number,
  gain: number,
  rows: number,
  missingLeft: 0 | 1,
  gl: number,
  hl: number,
) {
  f64[job + ScanSlot.gain] = gain;
  f64[job + ScanSlot.rows] = rows;
  f64[job + ScanSlot.missingLeft] = missingLeft;
  const best = job + ScanSlot.end + ScanRecord.best * WIDTH;
  f64[best] = gl;
  f64[best + 1] = hl;
}

/** Adds the next missing rows to their record; they are known before the first cut. */
function addMissing({ f64, u32 }: Heap, job: number, from: number, to: number): void {
  const order = f64[job + ScanSlot.order] / 4;
  const gradients = f64[job + ScanSlot.signal] / 8;
  const hessians = f64[job + ScanSlot.weights] / 8;
  const record = job + ScanSlot.end + ScanRecord.missing * WIDTH;
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

/** Moves the cut over the present rows `from` to `to` − 1, and after the last of them looks at missing against present. */
function moveCut(
  { f64, u32 }: Heap,
  job: number,
  l2: number,
  present: number,
  missing: number,
  from: number,
  to: number,
): void {
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 8;
  const gradients = f64[job + ScanSlot.signal] / 8;
  const hessians = f64[job + ScanSlot.weights] / 8;
  const minRows = f64[job + ScanSlot.minRowsLeaf];
  const count = present + missing;
  const parent = job + ScanSlot.end + ScanRecord.parent * WIDTH;
  const G = f64[parent];
  const H = f64[parent + 1];
  const missingRecord = job + ScanSlot.end + ScanRecord.missing * WIDTH;
  const gm = f64[missingRecord];
  const hm = f64[missingRecord + 1];
  const nodeTerm = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));

  const leftRecord = job + ScanSlot.end + ScanRecord.left * WIDTH;
  let gl = f64[leftRecord];
  let hl = f64[leftRecord + 1];
  let best = f64[job + ScanSlot.gain];
  let previous = f64[values + u32[order + (from === 0 ? 0 : from - 1)]];
  for (let at = from; at < to; at++) {
    const row = u32[order + at];
    const value = f64[values + row];
    if (value !== previous) {
      previous = value;
      if (missing > 0 && at + missing >= minRows && present - at >= minRows) {
        const gain = gainOfCut(gl + gm, hl + hm, G - (gl + gm), H - (hl + hm), l2, nodeTerm);
        if (gain > best) {
          best = gain;
          saveCut(f64, job, gain, at, 1, gl + gm, hl + hm);
        }
      }
      if (at >= minRows && count - at >= minRows) {
        const gain = gainOfCut(gl, hl, G - gl, H - hl, l2, nodeTerm);
        if (gain > best) {
          best = gain;
          saveCut(f64, job, gain, at, 0, gl, hl);
        }
      }
    }
    gl += f64[gradients + row];
    hl += f64[hessians + row];
  }
  f64[leftRecord] = gl;
  f64[leftRecord + 1] = hl;

  if (to === present && missing >= minRows && present >= minRows) {
    const gain = gainOfCut(gl, hl, G - gl, H - hl, l2, nodeTerm);
    if (gain > best) saveCut(f64, job, gain, present, 0, gl, hl);
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
