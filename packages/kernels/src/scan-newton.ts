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

function saveCut(f64: Float64Array, job: number, gain: number, rows: number, missingLeft: 0 | 1, gl: number, hl: number) {
  f64[job + ScanSlot.gain] = gain;
  f64[job + ScanSlot.rows] = rows;
  f64[job + ScanSlot.missingLeft] = missingLeft;
  const best = job + ScanSlot.end + ScanRecord.best * WIDTH;
  f64[best] = gl;
  f64[best + 1] = hl;
}

/**
 * Handles one slice of the job at this byte offset and returns how many rows are left to do. The twin of
 * `assembly/scan-newton.ts`, statement by statement.
 */
export function scanNewton(heap: Heap, jobOffset: number, l2: number): number {
  const { f64, u32 } = heap;
  const job = jobOffset / 8;
  const count = f64[job + ScanSlot.count];
  const present = findPresent(heap, job);
  const missing = count - present;
  const order = f64[job + ScanSlot.order] / 4;
  const values = f64[job + ScanSlot.values] / 8;
  const gradients = f64[job + ScanSlot.signal] / 8;
  const hessians = f64[job + ScanSlot.weights] / 8;
  const minRows = f64[job + ScanSlot.minRowsLeaf];
  const parent = job + ScanSlot.end + ScanRecord.parent * WIDTH;
  const G = f64[parent];
  const H = f64[parent + 1];
  const nodeTerm = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));

  let cursor = f64[job + ScanSlot.cursor];
  const end = Math.min(cursor + SCAN_SLICE, count);

  const missingRecord = job + ScanSlot.end + ScanRecord.missing * WIDTH;
  let gm = f64[missingRecord];
  let hm = f64[missingRecord + 1];
  for (const stop = Math.min(end, missing); cursor < stop; cursor++) {
    const row = u32[order + present + cursor];
    gm += f64[gradients + row];
    hm += f64[hessians + row];
  }
  f64[missingRecord] = gm;
  f64[missingRecord + 1] = hm;
  f64[job + ScanSlot.cursor] = end;
  if (cursor < missing || present === 0) return count - end;

  const leftRecord = job + ScanSlot.end + ScanRecord.left * WIDTH;
  let gl = f64[leftRecord];
  let hl = f64[leftRecord + 1];
  let best = f64[job + ScanSlot.gain];
  let at = cursor - missing;
  let previous = f64[values + u32[order + (at === 0 ? 0 : at - 1)]];
  for (const stop = end - missing; at < stop; at++) {
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

  if (end === count && missing >= minRows && present >= minRows) {
    const gain = gainOfCut(gl, hl, G - gl, H - hl, l2, nodeTerm);
    if (gain > best) saveCut(f64, job, gain, present, 0, gl, hl);
  }
  return count - end;
}
