import { FoundSlot } from "./generated/bins-layout.ts";
import { ClassSlot } from "./generated/classes-layout.ts";
import type { Heap } from "./heap.ts";

/** The best cut on each feature of a node by the Gini impurity of its classes. The twin of `assembly/scan-classes.ts`. */
export function scanClasses(heap: Heap, jobOffset: number): void {
  const { f64, u8 } = heap;
  const job = jobOffset / 8;
  const allowed = f64[job + ClassSlot.allowed];
  for (let feature = 0; feature < f64[job + ClassSlot.features]; feature++) {
    const found = f64[job + ClassSlot.found] / 8 + feature * FoundSlot.size;
    f64.fill(0, found, found + FoundSlot.size);
    if (allowed === 0 || u8[allowed + feature] !== 0) scanFeature(heap, job, feature, found);
  }
}

function scanFeature(heap: Heap, job: number, feature: number, found: number): void {
  const { f64, u32 } = heap;
  const slot = u32[f64[job + ClassSlot.slotStarts] / 4 + feature];
  const binCount = u32[f64[job + ClassSlot.binCounts] / 4 + feature];
  const bins = f64[job + ClassSlot.histogram] / 8 + 2 * slot;
  const counts = f64[job + ClassSlot.rowCounts] / 4;
  const pairs = f64[job + ClassSlot.pairs];
  const stride = f64[job + ClassSlot.pairBytes] / 8;
  const left = f64[job + ClassSlot.left] / 8;
  const all = f64[f64[job + ClassSlot.node] / 8 + 2 * pairs];
  const missing = bins + 2 * binCount;
  const M = weightAt(f64, missing, pairs, stride);
  const rowsAt = (bin: number) => (counts === 0 ? 0 : u32[counts + slot + bin]);
  const rowsMissing = rowsAt(binCount);
  const lacks = M !== 0 || rowsMissing > 0;
  const rowsPresent = counts === 0 ? 0 : f64[job + ClassSlot.rows] - rowsMissing;
  f64.fill(0, left, left + 2 * pairs);
  let L = 0;
  let rows = 0;
  for (let bin = 0; bin < binCount; bin++) {
    const at = bins + 2 * bin;
    const weight = weightAt(f64, at, pairs, stride);
    if (weight === 0 && rowsAt(bin) === 0) continue;
    addSlot(f64, left, at, pairs, stride);
    L += weight;
    rows += rowsAt(bin);
    const isLast = L + M === all && rows === rowsPresent;
    if (lacks && !isLast) consider(f64, job, bin, L + M, rows + rowsMissing, missing, found);
    if (lacks || !isLast) consider(f64, job, bin, L, rows, 0, found);
    if (isLast) return;
  }
}

function addSlot(f64: Float64Array, left: number, slot: number, pairs: number, stride: number): void {
  for (let pair = 0; pair < pairs; pair++) {
    f64[left + 2 * pair] += f64[slot + pair * stride];
    f64[left + 2 * pair + 1] += f64[slot + pair * stride + 1];
  }
}

/** The cut after a bin, with weight `L` on its left: what stands there so far, and the slots `also` where that is not 0. */
function consider(f64: Float64Array, job: number, bin: number, L: number, rows: number, also: number, found: number) {
  const minRows = f64[job + ClassSlot.minRowsLeaf];
  if (f64[job + ClassSlot.rowCounts] !== 0 && (rows < minRows || f64[job + ClassSlot.rows] - rows < minRows)) return;
  const pairs = f64[job + ClassSlot.pairs];
  const node = f64[job + ClassSlot.node] / 8;
  const R = f64[node + 2 * pairs] - L;
  const least = f64[job + ClassSlot.minChildWeight];
  const scale = L * R * (L + R);
  if (!(L >= least && R >= least && scale > 0)) return;
  const left = f64[job + ClassSlot.left] / 8;
  const stride = f64[job + ClassSlot.pairBytes] / 8;
  let s = 0;
  for (let code = 0; code < 2 * pairs; code++) {
    const missing = also === 0 ? 0 : f64[also + (code >> 1) * stride + (code & 1)];
    const weight = f64[left + code] + missing;
    const d = weight * R - (f64[node + code] - weight) * L;
    s += d * d;
  }
  const gain = s / scale;
  if (!(gain > f64[found + FoundSlot.gain])) return;
  f64[found + FoundSlot.gain] = gain;
  f64[found + FoundSlot.bin] = bin;
  f64[found + FoundSlot.missingLeft] = also === 0 ? 0 : 1;
}

/** What all classes weigh together in a slot. */
function weightAt(f64: Float64Array, slot: number, pairs: number, stride: number): number {
  let weight = 0;
  for (let at = slot, end = slot + pairs * stride; at < end; at += stride) weight += f64[at] + f64[at + 1];
  return weight;
}
