import { BinSlot, FoundSlot } from "./generated/bins-layout.ts";
import type { Heap } from "./heap.ts";
import { NewtonGain } from "./newton-gain.ts";
import { sortCategories, sortedCode, sortedCounts } from "./sort-categories.ts";

/** The best cut on each feature of a node. The twin of `assembly/scan-bins.ts`, which takes two cuts at once. */
export function scanBins(heap: Heap, jobOffset: number): void {
  const { f64, u8 } = heap;
  const job = jobOffset / 8;
  const allowed = f64[job + BinSlot.allowed];
  const factors = f64[job + BinSlot.gainFactors];
  held.begin(f64[job + BinSlot.gradients], f64[job + BinSlot.hessians], {
    l1: f64[job + BinSlot.l1],
    l2: f64[job + BinSlot.l2],
    lower: f64[job + BinSlot.lower],
    upper: f64[job + BinSlot.upper],
  });
  for (let feature = f64[job + BinSlot.from]; feature < f64[job + BinSlot.to]; feature++) {
    const found = f64[job + BinSlot.found] / 8 + feature * FoundSlot.size;
    f64[found + FoundSlot.gain] = 0;
    f64[found + FoundSlot.bin] = 0;
    if (allowed !== 0 && u8[allowed + feature] === 0) continue;
    scanFeature(heap, job, feature, found);
    if (factors !== 0) f64[found + FoundSlot.gain] *= f64[factors / 8 + feature];
  }
}

const held = new NewtonGain();

function scanFeature(heap: Heap, job: number, feature: number, found: number): void {
  const { f64, u32, u8 } = heap;
  const slot = u32[f64[job + BinSlot.slotStarts] / 4 + feature];
  const binCount = u32[f64[job + BinSlot.binCounts] / 4 + feature];
  const bins = f64[job + BinSlot.histogram] + 16 * slot;
  const allCounts = f64[job + BinSlot.rowCounts];
  const counts = allCounts === 0 ? 0 : allCounts + 4 * slot;
  const categorical = f64[job + BinSlot.categorical];
  const kind = categorical === 0 ? 0 : u8[categorical + feature];
  f64[found + FoundSlot.missingHessians] = f64[bins / 8 + 2 * binCount + 1];
  if (kind === 0) scanOrdered(heap, job, feature, bins, binCount, counts, found);
  else if (kind === 2) scanEach(heap, job, bins, binCount, counts, found);
  else {
    const scratch = f64[job + BinSlot.scratch];
    const smoothing = f64[job + BinSlot.smoothing];
    const most = f64[job + BinSlot.mostCategories];
    const sorted = sortCategories(heap, bins, binCount, counts, smoothing, most, scratch);
    scanOrdered(heap, job, feature, scratch, sorted, counts === 0 ? 0 : sortedCounts(scratch, binCount), found);
    const place = found + FoundSlot.bin;
    if (f64[found + FoundSlot.gain] > 0) f64[place] = sortedCode(heap, scratch, binCount, f64[place]);
  }
}

/** A side without any weight is none: cuts run from the first bin that has some to the last but one. */
function scanOrdered(
  heap: Heap,
  job: number,
  feature: number,
  bins: number,
  binCount: number,
  counts: number,
  found: number,
): void {
  const { f64, u32 } = heap;
  const gm = f64[bins / 8 + 2 * binCount];
  const hm = f64[bins / 8 + 2 * binCount + 1];
  let first = 0;
  let end = binCount;
  const hasWeight = (bin: number) => f64[bins / 8 + 2 * bin] !== 0 || f64[bins / 8 + 2 * bin + 1] !== 0;
  while (first < end && !hasWeight(first)) first++;
  while (end > first && !hasWeight(end - 1)) end--;
  if (first === end) return;
  const rowsMissing = counts === 0 ? 0 : u32[counts / 4 + binCount];
  const lacks = rowsMissing > 0 || gm !== 0 || hm !== 0;
  if (lacks) scanSide(heap, job, feature, bins, counts, rowsMissing, first, end - 1, end - 1, gm, hm, 1, found);
  scanSide(heap, job, feature, bins, counts, 0, first, lacks ? end : end - 1, end - 1, 0, 0, 0, found);
}

/** Each category against all others, and all of them against the missing values. */
function scanEach(heap: Heap, job: number, bins: number, binCount: number, counts: number, found: number): void {
  const { f64, u32 } = heap;
  const rowsOf = (bin: number) => (counts === 0 ? 0 : u32[counts / 4 + bin]);
  const gm = f64[bins / 8 + 2 * binCount];
  const hm = f64[bins / 8 + 2 * binCount + 1];
  const lacks = rowsOf(binCount) > 0 || gm !== 0 || hm !== 0;
  let [allG, allH, allRows] = [0, 0, 0];
  for (let code = 0; code < binCount; code++) {
    const g = f64[bins / 8 + 2 * code];
    const h = f64[bins / 8 + 2 * code + 1];
    const rows = rowsOf(code);
    if (counts === 0 ? g === 0 && h === 0 : rows === 0) continue;
    allG += g;
    allH += h;
    allRows += rows;
    if (lacks) considerOne(f64, job, g + gm, h + hm, rows + rowsOf(binCount), code, 1, found);
    considerOne(f64, job, g, h, rows, code, 0, found);
  }
  if (lacks) considerOne(f64, job, allG, allH, allRows, binCount, 0, found);
}

function considerOne(
  f64: Float64Array,
  job: number,
  gl: number,
  hl: number,
  rows: number,
  bin: number,
  missingLeft: 0 | 1,
  found: number,
): void {
  const minRows = f64[job + BinSlot.minRowsLeaf];
  if (f64[job + BinSlot.rowCounts] !== 0 && (rows < minRows || f64[job + BinSlot.rows] - rows < minRows)) return;
  const least = f64[job + BinSlot.minChildWeight];
  const gr = f64[job + BinSlot.gradients] - gl;
  const hr = f64[job + BinSlot.hessians] - hl;
  const isSide = (gl !== 0 || hl !== 0) && (gr !== 0 || hr !== 0);
  if (isSide && hl >= least && hr >= least) keep(f64, found, held.of(gl, hl, gr, hr, 0), bin, missingLeft, gl, hl);
}

/** The cuts after the bins from `first` to `end` that leave enough rows on both sides; `gl`, `hl` and `rows` stand on the left besides bins. */
function scanSide(
  heap: Heap,
  job: number,
  feature: number,
  bins: number,
  counts: number,
  rows: number,
  first: number,
  end: number,
  last: number,
  gl: number,
  hl: number,
  missingLeft: 0 | 1,
  found: number,
): void {
  const { f64, u32, u8 } = heap;
  let from = first;
  let to = end;
  if (counts !== 0) {
    const least = f64[job + BinSlot.minRowsLeaf];
    const most = f64[job + BinSlot.rows] - least;
    for (let bin = 0; bin < end; bin++) {
      rows += u32[counts / 4 + bin];
      if (rows < least) from = Math.max(from, bin + 1);
      if (rows > most) {
        to = Math.min(to, bin);
        break;
      }
    }
  }
  for (let bin = 0; bin < from; bin++) {
    gl += f64[bins / 8 + 2 * bin];
    hl += f64[bins / 8 + 2 * bin + 1];
  }
  const monotone = f64[job + BinSlot.monotone];
  const direction = monotone === 0 ? 0 : (u8[monotone + feature] << 24) >> 24;
  if (from < to) scanRun(f64, job, bins / 8, from, to, last, gl, hl, missingLeft, direction, found);
}

/** The cuts after the bins from `from` to `to`, before which `gl` and `hl` have added up. */
function scanRun(
  f64: Float64Array,
  job: number,
  bins: number,
  from: number,
  to: number,
  last: number,
  gl: number,
  hl: number,
  missingLeft: 0 | 1,
  direction: number,
  found: number,
): void {
  const { l1, lower, upper } = BinSlot;
  const isFree = f64[job + lower] === Number.NEGATIVE_INFINITY && f64[job + upper] === Number.POSITIVE_INFINITY;
  const isHeld = direction !== 0 || f64[job + l1] > 0 || !isFree;
  const allG = f64[job + BinSlot.gradients];
  const allH = f64[job + BinSlot.hessians];
  const l2 = f64[job + BinSlot.l2];
  const least = f64[job + BinSlot.minChildWeight];
  const nodeTerm = f64[job + BinSlot.nodeTerm];
  for (let bin = from; bin < to; bin++) {
    gl += f64[bins + 2 * bin];
    hl += f64[bins + 2 * bin + 1];
    const gr = allG - gl;
    const hr = allH - hl;
    if (!(hl >= least && hr >= least)) continue;
    const gain = isHeld
      ? held.of(gl, hl, gr, hr, bin === last ? 0 : direction)
      : freeGain(gl, hl, gr, hr, l2) - nodeTerm;
    keep(f64, found, gain, bin, missingLeft, gl, hl);
  }
}

/** Keeps a cut that gains more than the one that was found, or as much at a lower bin. */
function keep(
  f64: Float64Array,
  found: number,
  gain: number,
  bin: number,
  missingLeft: 0 | 1,
  gl: number,
  hl: number,
): void {
  const best = f64[found + FoundSlot.gain];
  if (!(gain > best || (gain === best && bin < f64[found + FoundSlot.bin]))) return;
  f64[found + FoundSlot.gain] = gain;
  f64[found + FoundSlot.bin] = bin;
  f64[found + FoundSlot.missingLeft] = missingLeft;
  f64[found + FoundSlot.leftGradients] = gl;
  f64[found + FoundSlot.leftHessians] = hl;
}

/** Not a number where a child has nothing to divide by. */
function freeGain(gl: number, hl: number, gr: number, hr: number, l2: number): number {
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  const d = gl * b - gr * a;
  return scale > 0 ? (d * d) / scale : Number.NaN;
}
