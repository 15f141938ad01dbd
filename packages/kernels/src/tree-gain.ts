import { entropyOfTerms, entropyTerm, poissonGain } from "./formulas/surprise.ts";
import { Measure, TreeSlot } from "./generated/tree-layout.ts";
import { type TreeJob, winsTie } from "./tree-job.ts";

/** A cut of a feature: how many rows with a value go left, the side of the others, and how many those are. */
export interface TreeCut {
  readonly feature: number;
  readonly position: number;
  readonly missingLeft: boolean;
  readonly missingRows: number;
}

/** Keeps a cut if it gains more than the best so far, or as much on a feature that wins the tie. */
export function keepIfBetter(job: TreeJob, gain: number, cut: TreeCut): boolean {
  const best = job.get(TreeSlot.gain);
  if (!(gain > best || (gain === best && gain > 0 && winsTie(job, cut.feature, job.get(TreeSlot.feature)))))
    return false;
  job.put(TreeSlot.gain, gain);
  job.put(TreeSlot.feature, cut.feature);
  job.put(TreeSlot.position, cut.position);
  job.put(TreeSlot.missingLeft, cut.missingLeft ? 1 : 0);
  job.put(TreeSlot.missingRows, cut.missingRows);
  job.put(TreeSlot.threshold, job.get(TreeSlot.drawn));
  return true;
}

/** True where both sides of a cut have the rows that they must have, at least one. */
export function isWide(job: TreeJob, leftRows: number): boolean {
  const least = job.get(TreeSlot.minRowsLeaf);
  return leftRows >= least && job.get(TreeSlot.count) - leftRows >= least;
}

/** What goes left, by slot of a record: the record on the left, and that of the missing values where they do too. */
function leftOf(job: TreeJob, slot: number, missingLeft: boolean): number {
  const { f64 } = job.heap;
  const amount = f64[job.left + slot];
  return missingLeft ? amount + f64[job.missing + slot] : amount;
}

/** What classes gain with these weights on the left, `L` in all; 0 for no candidate. */
function classGain(job: TreeJob, missingLeft: boolean, L: number): number {
  const measure = job.get(TreeSlot.measure);
  const R = job.heap.f64[job.parent + job.get(TreeSlot.classes)] - L;
  const least = job.get(TreeSlot.minChildWeight);
  if (!(L >= least && R >= least && L > 0 && R > 0)) return 0;
  if (measure === Measure.entropy) return entropyOfTerms(sumOfTerms(job, missingLeft, L, entropyTerm), L + R);
  return measure === Measure.misclassification ? errorGain(job, missingLeft) : giniGain(job, missingLeft, L, R);
}

/** The sum of a term of each class: of its weights in the children, and those of all classes. */
function sumOfTerms(job: TreeJob, missingLeft: boolean, L: number, term: typeof entropyTerm): number {
  const { f64 } = job.heap;
  const { parent } = job;
  const classes = job.get(TreeSlot.classes);
  const R = f64[parent + classes] - L;
  let sum = 0;
  for (let code = 0; code < classes; code++) {
    const l = leftOf(job, code, missingLeft);
    sum += term(l, f64[parent + code] - l, L, R);
  }
  return sum;
}

/** The weight that the children predict right, less what the node does. */
function errorGain(job: TreeJob, missingLeft: boolean): number {
  const { f64 } = job.heap;
  let [inLeft, inRight, inNode] = [0, 0, 0];
  for (let code = 0; code < job.get(TreeSlot.classes); code++) {
    const l = leftOf(job, code, missingLeft);
    const all = f64[job.parent + code];
    inLeft = Math.max(inLeft, l);
    inRight = Math.max(inRight, all - l);
    inNode = Math.max(inNode, all);
  }
  return Math.max(0, inLeft + inRight - inNode);
}

/** The gain in Gini's impurity: `considerCut` of `scan-gini.ts`. */
function giniGain(job: TreeJob, missingLeft: boolean, L: number, R: number): number {
  const { f64 } = job.heap;
  const { parent } = job;
  const classes = job.get(TreeSlot.classes);
  const scale = L * R * (L + R);
  if (!(scale > 0)) return 0;
  let s = 0;
  for (let code = 0; code < classes; code++) {
    const weight = leftOf(job, code, missingLeft);
    const d = weight * R - (f64[parent + code] - weight) * L;
    s += d * d;
  }
  return s / scale;
}

export function considerClasses(job: TreeJob, cut: TreeCut, L: number): void {
  if (!keepIfBetter(job, classGain(job, cut.missingLeft, L), cut)) return;
  const { f64 } = job.heap;
  const { best } = job;
  const classes = job.get(TreeSlot.classes);
  for (let code = 0; code < classes; code++) f64[best + code] = leftOf(job, code, cut.missingLeft);
  f64[best + classes] = L;
}

/** What `l2` takes from the gain of every cut of the node. */
export function nodeTerm(job: TreeJob): number {
  const l2 = job.get(TreeSlot.l2);
  const G = job.heap.f64[job.parent];
  const H = job.heap.f64[job.parent + 1];
  return l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
}

/** True for Poisson's deviance: gradients are then the targets, with the other sign. */
export function isPoisson(job: TreeJob): boolean {
  return job.get(TreeSlot.measure) === Measure.poisson;
}

/** What gradients gain with these sums on the left: for Newton `considerCut` of `scan-newton.ts`; 0 for no candidate. */
function gradientGain(job: TreeJob, gl: number, hl: number): number {
  const { f64 } = job.heap;
  const l2 = job.get(TreeSlot.l2);
  const gr = f64[job.parent] - gl;
  const hr = f64[job.parent + 1] - hl;
  if (isPoisson(job)) {
    const least = job.get(TreeSlot.minChildWeight);
    return hl >= least && hr >= least ? poissonGain(-gl, hl, -gr, hr) : 0;
  }
  const a = hl + l2;
  const b = hr + l2;
  const least = job.get(TreeSlot.minChildWeight);
  const scale = a * b * (a + b);
  if (!(hl >= least && hr >= least && a > 0 && b > 0 && scale > 0)) return 0;
  const d = gl * b - gr * a;
  return (d * d) / scale - nodeTerm(job);
}

export function considerGradients(job: TreeJob, cut: TreeCut, gl: number, hl: number): void {
  if (!keepIfBetter(job, gradientGain(job, gl, hl), cut)) return;
  job.heap.f64[job.best] = gl;
  job.heap.f64[job.best + 1] = hl;
}

/** The gain of the cut whose left record is filled, with the missing values on this side. */
export function gainOfLeft(job: TreeJob, missingLeft: boolean): number {
  const classes = job.get(TreeSlot.classes);
  if (classes > 0) return classGain(job, missingLeft, leftOf(job, classes, missingLeft));
  return gradientGain(job, leftOf(job, 0, missingLeft), leftOf(job, 1, missingLeft));
}

/** Looks at the cut whose left record is filled, with the missing values on either side. */
export function considerLeft(job: TreeJob, feature: number, position: number, missing: number): void {
  if (missing > 0 && isWide(job, position + missing)) considerSide(job, feature, position, true, missing);
  if (isWide(job, position)) considerSide(job, feature, position, false, missing);
}

function considerSide(
  job: TreeJob,
  feature: number,
  position: number,
  missingLeft: boolean,
  missingRows: number,
): void {
  const cut = { feature, position, missingLeft, missingRows };
  const classes = job.get(TreeSlot.classes);
  if (classes > 0) considerClasses(job, cut, leftOf(job, classes, missingLeft));
  else considerGradients(job, cut, leftOf(job, 0, missingLeft), leftOf(job, 1, missingLeft));
}
