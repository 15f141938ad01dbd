import { LEAST_PRODUCT, Measure, MISSING, NEW, SLACK, TREE_CHUNK, TreeSlot } from "./generated/tree-layout.ts";
import { considerClasses, considerGradients, isPoisson, isWide, nodeTerm } from "./tree-gain.ts";
import type { TreeJob } from "./tree-job.ts";

/**
 * A cut that leaves `position` of the rows with a value on the left, with the missing ones on either side. Behind the last
 * value there is no cut with the missing ones on the left: nothing would be on the right.
 */
function considerClassesBoth(job: TreeJob, feature: number, position: number, missing: number, L: number): void {
  const M = job.heap.f64[job.missing + job.get(TreeSlot.classes)];
  if (isWide(job, position + missing))
    considerClasses(job, { feature, position, missingLeft: true, missingRows: missing }, L + M);
  if (isWide(job, position)) considerClasses(job, { feature, position, missingLeft: false, missingRows: missing }, L);
}

function considerGradientsBoth(
  job: TreeJob,
  feature: number,
  position: number,
  missing: number,
  gl: number,
  hl: number,
): void {
  const { f64 } = job.heap;
  const [gm, hm] = [f64[job.missing], f64[job.missing + 1]];
  if (isWide(job, position + missing))
    considerGradients(job, { feature, position, missingLeft: true, missingRows: missing }, gl + gm, hl + hm);
  if (isWide(job, position))
    considerGradients(job, { feature, position, missingLeft: false, missingRows: missing }, gl, hl);
}

/** True where all entries of the run have the same value, or none. */
export function isConstant(job: TreeJob, run: number, count: number): boolean {
  const { u32 } = job.heap;
  for (let i = 1; i < count; i++) if (u32[run + i] & NEW) return false;
  return true;
}

/** How many entries of the run have a value: the missing ones stand last. */
function presentOf(job: TreeJob, run: number, count: number): number {
  const { u32 } = job.heap;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (u32[run + middle] & MISSING) high = middle;
    else low = middle + 1;
  }
  return low;
}

function sumOfSquares(f64: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let i = from; i < from + count; i++) sum += f64[i] * f64[i];
  return sum;
}

/** How the entries of classes are read. */
function entryBits(job: TreeJob) {
  const rowBits = job.get(TreeSlot.rowBits);
  const codeBits = job.get(TreeSlot.codeBits);
  return {
    rowBits,
    rowMask: job.rowMask,
    codeMask: (1 << codeBits) - 1,
    weightShift: rowBits + codeBits,
    weightMask: (1 << job.get(TreeSlot.weightBits)) - 1,
    weights: job.get(TreeSlot.weights) / 8,
  };
}

/** The weight of an entry. */
function weightOf(f64: Float64Array, bits: ReturnType<typeof entryBits>, e: number): number {
  const { weights, rowMask, weightShift, weightMask } = bits;
  return weights === 0 ? (e >>> weightShift) & weightMask : f64[weights + (e & rowMask)];
}

/** Class weights: two classes, whole weights that stand in the entries, nothing missing. */
function scanTwoClasses(job: TreeJob, feature: number, run: number, from: number, to: number): void {
  const { f64, u32 } = job.heap;
  const { rowBits, weightShift, weightMask } = entryBits(job);
  const { parent, left } = job;
  const low = job.get(TreeSlot.minRowsLeaf);
  const high = job.get(TreeSlot.count) - low;
  const N = f64[parent + 2];
  const n1 = f64[parent + 1];
  let L = job.get(TreeSlot.left);
  let l1 = job.get(TreeSlot.leftSignal);
  let bar = job.get(TreeSlot.gain) * 0.5 * N * SLACK;
  for (let i = from, end = Math.min(to, high + 1); i < end; i++) {
    const e = u32[run + i];
    if (i >= low && e & NEW) {
      const d = l1 * N - n1 * L;
      if (d * d >= bar * (L * (N - L))) {
        f64[left] = L - l1;
        f64[left + 1] = l1;
        considerClasses(job, { feature, position: i, missingLeft: false, missingRows: 0 }, L);
        bar = job.get(TreeSlot.gain) * 0.5 * N * SLACK;
      }
    }
    const weight = (e >>> weightShift) & weightMask;
    L += weight;
    l1 += weight & -((e >>> rowBits) & 1);
  }
  job.put(TreeSlot.left, L);
  job.put(TreeSlot.leftSignal, l1);
}

/**
 * Class weights of any kind. Without missing values a cut is first judged by the sums of squares, which follow the cut.
 * Each step may round them by a part of all the squares, however light the lighter side is: so the slack is the same for
 * all cuts, written for what is compared, gain · L · R. Whatever comes near the best is looked at by the gain itself.
 */
function scanClasses(job: TreeJob, feature: number, run: number, from: number, to: number, missing: number): void {
  const { f64, u32 } = job.heap;
  const bits = entryBits(job);
  const { rowBits, codeMask } = bits;
  const classes = job.get(TreeSlot.classes);
  const { parent, left } = job;
  const N = f64[parent + classes];
  const squares = sumOfSquares(f64, parent, classes);
  let SL = job.get(TreeSlot.leftSquares);
  let SR = from === 0 ? squares : job.get(TreeSlot.rightSquares);
  let L = job.get(TreeSlot.left);
  const isGini = job.get(TreeSlot.measure) === Measure.gini;
  const floor = squares / N;
  const slack = 2 * Number.EPSILON * (job.get(TreeSlot.count) + classes + 8) * (N * N * N) + LEAST_PRODUCT;
  let bar = floor + job.get(TreeSlot.gain);
  for (let i = from; i < to; i++) {
    const e = u32[run + i];
    if (i > 0 && e & NEW) {
      const R = N - L;
      if (missing > 0) considerClassesBoth(job, feature, i, missing, L);
      else if (isWide(job, i) && !(isGini && SL * R + SR * L + slack < bar * (L * R))) {
        considerClasses(job, { feature, position: i, missingLeft: false, missingRows: 0 }, L);
        bar = floor + job.get(TreeSlot.gain);
      }
    }
    const code = (e >>> rowBits) & codeMask;
    const weight = weightOf(f64, bits, e);
    const l = f64[left + code];
    const r = f64[parent + code] - l;
    SL += weight * (2 * l + weight);
    SR -= weight * (2 * r - weight);
    f64[left + code] = l + weight;
    L += weight;
  }
  job.put(TreeSlot.left, L);
  job.put(TreeSlot.leftSquares, SL);
  job.put(TreeSlot.rightSquares, SR);
  if (to === job.get(TreeSlot.present) && missing > 0) considerClassesBoth(job, feature, to, missing, L);
}

/** Gradients; where values are missing, every cut is tried with them on either side. */
function scanGradients(job: TreeJob, feature: number, run: number, from: number, to: number, missing: number): void {
  const { f64, u32 } = job.heap;
  const { rowMask, parent } = job;
  const pairs = job.get(TreeSlot.pairs) / 8;
  const l2 = job.get(TreeSlot.l2);
  const term = nodeTerm(job);
  const anyMayWin = isPoisson(job);
  let gl = job.get(TreeSlot.leftSignal);
  let hl = job.get(TreeSlot.left);
  let bar = (job.get(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT;
  for (let i = from; i < to; i++) {
    const e = u32[run + i];
    if (i > 0 && e & NEW) {
      const a = hl + l2;
      const b = f64[parent + 1] - hl + l2;
      const d = gl * b - (f64[parent] - gl) * a;
      if (missing > 0) considerGradientsBoth(job, feature, i, missing, gl, hl);
      else if (isWide(job, i) && (anyMayWin || d * d >= bar * (a * b * (a + b)))) {
        considerGradients(job, { feature, position: i, missingLeft: false, missingRows: 0 }, gl, hl);
        bar = (job.get(TreeSlot.gain) + term) * SLACK - LEAST_PRODUCT;
      }
    }
    const pair = pairs + 2 * (e & rowMask);
    gl += f64[pair];
    hl += f64[pair + 1];
  }
  job.put(TreeSlot.leftSignal, gl);
  job.put(TreeSlot.left, hl);
  if (to === job.get(TreeSlot.present) && missing > 0) considerGradientsBoth(job, feature, to, missing, gl, hl);
}

/** Adds the rows of the entries from `from` to `to` up. */
export function addEntries(job: TreeJob, record: number, run: number, from: number, to: number): void {
  const { f64, u32 } = job.heap;
  const bits = entryBits(job);
  const { rowBits, rowMask, codeMask } = bits;
  const classes = job.get(TreeSlot.classes);
  const pairs = job.get(TreeSlot.pairs) / 8;
  for (let i = from; i < to; i++) {
    const e = u32[run + i];
    if (classes === 0) {
      const pair = pairs + 2 * (e & rowMask);
      f64[record] += f64[pair];
      f64[record + 1] += f64[pair + 1];
    } else {
      const weight = weightOf(f64, bits, e);
      f64[record + ((e >>> rowBits) & codeMask)] += weight;
      f64[record + classes] += weight;
    }
  }
}

/** Begins with a feature that is not constant in the node. */
export function beginScan(job: TreeJob, run: number, count: number): void {
  const present = presentOf(job, run, count);
  job.put(TreeSlot.present, present);
  job.put(TreeSlot.left, 0);
  job.put(TreeSlot.leftSignal, 0);
  job.put(TreeSlot.leftSquares, 0);
  job.heap.f64.fill(0, job.left, job.left + job.width);
  job.heap.f64.fill(0, job.missing, job.missing + job.width);
  addEntries(job, job.missing, run, present, count);
}

/** Looks at the next cuts of the feature in the node, from `cursor` on; returns where it stands then. */
export function scanFeature(job: TreeJob, feature: number, cursor: number): number {
  const run = job.runOf(feature);
  const count = job.get(TreeSlot.count);
  if (cursor === 0) beginScan(job, run, count);
  const present = job.get(TreeSlot.present);
  const missing = count - present;
  const to = Math.min(present, cursor + TREE_CHUNK);
  const classes = job.get(TreeSlot.classes);
  const isGini = job.get(TreeSlot.measure) === Measure.gini;
  if (isGini && classes === 2 && missing === 0 && job.get(TreeSlot.weightBits) > 0)
    scanTwoClasses(job, feature, run, cursor, to);
  else if (classes > 0) scanClasses(job, feature, run, cursor, to, missing);
  else scanGradients(job, feature, run, cursor, to, missing);
  return to === present ? count : to;
}
