import { LevelNodeSlot, LevelSlot } from "./generated/level-layout.ts";
import type { Heap } from "./heap.ts";
import { NewtonGain } from "./newton-gain.ts";

/** Adds what the cuts on features `from` to `to` gain in each node of the job. The twin of `assembly/add-level-gains.ts`, which takes two cuts at once. */
export function addLevelGains(heap: Heap, jobOffset: number, from: number, to: number): void {
  const { f64 } = heap;
  const job = jobOffset / 8;
  for (let feature = from; feature < to; feature++) {
    for (let index = 0; index < f64[job + LevelSlot.nodeCount]; index++) {
      addNode(heap, job, f64[job + LevelSlot.nodes] / 8 + index * LevelNodeSlot.size, feature);
    }
  }
}

function addNode(heap: Heap, job: number, node: number, feature: number): void {
  const { f64, u32 } = heap;
  const slot = u32[f64[job + LevelSlot.slotStarts] / 4 + feature];
  const binCount = u32[f64[job + LevelSlot.binCounts] / 4 + feature];
  const bins = f64[node + LevelNodeSlot.histogram] / 8 + 2 * slot;
  const allCounts = f64[node + LevelNodeSlot.rowCounts];
  const counts = allCounts === 0 ? 0 : allCounts / 4 + slot;
  const width = f64[job + LevelSlot.width];
  const gains = f64[job + LevelSlot.gains] / 8 + 2 * width * feature;
  const hasWeight = (bin: number) => f64[bins + 2 * bin] !== 0 || f64[bins + 2 * bin + 1] !== 0;
  let first = 0;
  let last = binCount - 1;
  while (first <= last && !hasWeight(first)) first++;
  while (last > first && !hasWeight(last)) last--;
  if (first > last) return;
  const rowsMissing = counts === 0 ? 0 : u32[counts + binCount];
  if (rowsMissing > 0 || hasWeight(binCount)) {
    addSide(heap, job, node, bins, counts, rowsMissing, 0, last, binCount, gains);
    addSide(heap, job, node, bins, counts, 0, first, binCount, -1, gains + width);
  } else {
    addSide(heap, job, node, bins, counts, 0, first, last, -1, gains);
    addSide(heap, job, node, bins, counts, 0, first, last, -1, gains + width);
  }
}

/** The cuts after the bins from `first` to `end` that leave enough rows; on the left stand `rows` rows, and the bin `also`, besides. */
function addSide(
  heap: Heap,
  job: number,
  node: number,
  bins: number,
  counts: number,
  rows: number,
  first: number,
  end: number,
  also: number,
  gains: number,
): void {
  const { f64, u32 } = heap;
  let from = first;
  let to = end;
  if (counts !== 0) {
    const least = f64[job + LevelSlot.minRowsLeaf];
    const most = f64[node + LevelNodeSlot.rows] - least;
    for (let bin = 0; bin < end; bin++) {
      rows += u32[counts + bin];
      if (rows < least) from = Math.max(from, bin + 1);
      if (rows > most) {
        to = Math.min(to, bin);
        break;
      }
    }
  }
  let gl = also < 0 ? 0 : f64[bins + 2 * also];
  let hl = also < 0 ? 0 : f64[bins + 2 * also + 1];
  for (let bin = 0; bin < from; bin++) {
    gl += f64[bins + 2 * bin];
    hl += f64[bins + 2 * bin + 1];
  }
  if (from < to) addRun(f64, job, node, bins, from, to, gl, hl, gains);
}

const held = new NewtonGain();

/** The cuts after the bins from `from` to `to`, before which `gl` and `hl` have added up. */
function addRun(
  f64: Float64Array,
  job: number,
  node: number,
  bins: number,
  from: number,
  to: number,
  gl: number,
  hl: number,
  gains: number,
): void {
  const [l1, l2] = [f64[job + LevelSlot.l1], f64[job + LevelSlot.l2]];
  const [lower, upper] = [f64[job + LevelSlot.lower], f64[job + LevelSlot.upper]];
  const allG = f64[node + LevelNodeSlot.gradients];
  const allH = f64[node + LevelNodeSlot.hessians];
  const least = f64[job + LevelSlot.minChildWeight];
  const nodeTerm = f64[node + LevelNodeSlot.nodeTerm];
  const isHeld = l1 > 0 || lower > Number.NEGATIVE_INFINITY || upper < Number.POSITIVE_INFINITY;
  held.begin(allG, allH, { l1, l2, lower, upper });
  for (let bin = from; bin < to; bin++) {
    gl += f64[bins + 2 * bin];
    hl += f64[bins + 2 * bin + 1];
    const gr = allG - gl;
    const hr = allH - hl;
    if (!(hl >= least && hr >= least)) continue;
    f64[gains + bin] += isHeld ? held.of(gl, hl, gr, hr, 0) : freeGain(gl, hl, gr, hr, l2, nodeTerm);
  }
}

function freeGain(gl: number, hl: number, gr: number, hr: number, l2: number, nodeTerm: number): number {
  const a = hl + l2;
  const b = hr + l2;
  const scale = a * b * (a + b);
  const d = gl * b - gr * a;
  return scale > 0 ? Math.max(0, (d * d) / scale - nodeTerm) : 0;
}
