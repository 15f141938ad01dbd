import { BinSlot, FoundSlot } from "./bin-slots.ts";
import type { Heap } from "./heap.ts";
import { BINS_PER_FEATURE } from "./histogram.ts";

/** The best cut on each feature of a node. The twin of `assembly/scan-bins.ts`, statement by statement. */
export function scanBins(heap: Heap, jobOffset: number): void {
  const { f64 } = heap;
  const job = jobOffset / 8;
  const features = f64[job + BinSlot.featureCount];
  for (let feature = 0; feature < features; feature++) {
    scanFeature(heap, job, feature, f64[job + BinSlot.found] / 8 + feature * FoundSlot.end);
  }
}

function scanFeature(heap: Heap, job: number, feature: number, found: number): void {
  const { f64, u32 } = heap;
  const first = f64[job + BinSlot.histogram] / 8 + feature * 2 * BINS_PER_FEATURE;
  const binCount = u32[f64[job + BinSlot.binCounts] / 4 + feature];
  const counts = f64[job + BinSlot.rowCounts];
  const rowCounts = counts / 4 + feature * BINS_PER_FEATURE;
  const gm = f64[first + 2 * binCount];
  const hm = f64[first + 2 * binCount + 1];
  const rowsMissing = counts === 0 ? 0 : u32[rowCounts + binCount];
  let best = 0;
  let gl = 0;
  let hl = 0;
  let rows = 0;
  f64[found + FoundSlot.gain] = 0;
  f64[found + FoundSlot.missingHessians] = hm;
  for (let bin = 0; bin < binCount; bin++) {
    if (counts !== 0) rows += u32[rowCounts + bin];
    const h = f64[first + 2 * bin + 1];
    gl += f64[first + 2 * bin];
    hl += h;
    if (h === 0) continue;
    if (hm > 0) best = considerCut(f64, job, found, best, bin, 1, gl + gm, hl + hm, rows + rowsMissing);
    best = considerCut(f64, job, found, best, bin, 0, gl, hl, rows);
  }
}

/** Looks at the cut with these sums on its left, keeps it if it beats `best`, and returns the better gain of the two. */
function considerCut(
  f64: Float64Array,
  job: number,
  found: number,
  best: number,
  bin: number,
  missingLeft: 0 | 1,
  gl: number,
  hl: number,
  leftRows: number,
): number {
  const minRows = f64[job + BinSlot.minRowsLeaf];
  if (f64[job + BinSlot.rowCounts] !== 0 && !(leftRows >= minRows && f64[job + BinSlot.rows] - leftRows >= minRows)) {
    return best;
  }
  const l2 = f64[job + BinSlot.l2];
  const least = f64[job + BinSlot.minChildWeight];
  const gr = f64[job + BinSlot.gradients] - gl;
  const hr = f64[job + BinSlot.hessians] - hl;
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  if (!(hr > 0 && hl >= least && hr >= least && scale > 0)) return best;
  const d = gl * b - gr * a;
  const gain = (d * d) / scale - f64[job + BinSlot.nodeTerm];
  if (!(gain > best)) return best;
  f64[found + FoundSlot.gain] = gain;
  f64[found + FoundSlot.bin] = bin;
  f64[found + FoundSlot.missingLeft] = missingLeft;
  f64[found + FoundSlot.gradients] = gl;
  f64[found + FoundSlot.hessians] = hl;
  return gain;
}
