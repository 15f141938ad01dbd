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

function scanFeature({ f64, u32 }: Heap, job: number, feature: number, found: number): void {
  const G = f64[job + BinSlot.gradients];
  const H = f64[job + BinSlot.hessians];
  const l2 = f64[job + BinSlot.l2];
  const least = f64[job + BinSlot.minChildWeight];
  const allRows = f64[job + BinSlot.rows];
  const minRows = f64[job + BinSlot.minRowsLeaf];
  const first = f64[job + BinSlot.histogram] / 8 + feature * 2 * BINS_PER_FEATURE;
  const binCount = u32[f64[job + BinSlot.binCounts] / 4 + feature];
  const counts = f64[job + BinSlot.rowCounts];
  const rowCounts = counts / 4 + feature * BINS_PER_FEATURE;
  const nodeTerm = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
  const gm = f64[first + 2 * binCount];
  const hm = f64[first + 2 * binCount + 1];
  const rowsMissing = counts === 0 ? 0 : u32[rowCounts + binCount];
  const hasMissing = hm > 0;
  let best = 0;
  let gl = 0;
  let hl = 0;
  let rows = 0;
  f64[found + FoundSlot.gain] = 0;
  f64[found + FoundSlot.missingHessians] = hm;
  for (let bin = 0; bin < binCount; bin++) {
    const h = f64[first + 2 * bin + 1];
    if (counts !== 0) rows += u32[rowCounts + bin];
    gl += f64[first + 2 * bin];
    hl += h;
    if (h === 0) continue;
    for (let side = hasMissing ? 0 : 1; side < 2; side++) {
      const g = side === 0 ? gl + gm : gl;
      const l = side === 0 ? hl + hm : hl;
      const r = H - l;
      const leftRows = side === 0 ? rows + rowsMissing : rows;
      if (counts !== 0 && (leftRows < minRows || allRows - leftRows < minRows)) continue;
      const a = l + l2;
      const b = r + l2;
      const scale = a * b * (a + b);
      if (!(r > 0 && l >= least && r >= least && scale > 0)) continue;
      const d = g * b - (G - g) * a;
      const gain = (d * d) / scale - nodeTerm;
      if (!(gain > best)) continue;
      best = gain;
      f64[found + FoundSlot.gain] = gain;
      f64[found + FoundSlot.bin] = bin;
      f64[found + FoundSlot.missingLeft] = side === 0 ? 1 : 0;
      f64[found + FoundSlot.gradients] = g;
      f64[found + FoundSlot.hessians] = l;
    }
  }
}
