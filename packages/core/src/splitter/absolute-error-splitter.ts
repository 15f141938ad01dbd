import type { FitGoal, GradientGoal } from "../goal/fit-goal.ts";
import { gridExponent, powerOfTwo } from "../util/grid.ts";
import { makeForRun } from "../util/lease-run.ts";
import { midpoint } from "../util/midpoint.ts";
import { orderInTurns } from "../util/order-of-values.ts";
import { CHUNK } from "../util/ranges.ts";
import { sideOfCategory, sideOfNumber } from "../util/side-of-value.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { betterSplit } from "./better-split.ts";
import { NodeFeatures } from "./features-of-node.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import { type ColumnValues, RowPartition } from "./row-partition.ts";
import { medianOf, mediansOf } from "./rows-by-target.ts";
import { SideOfMedians } from "./side-of-medians.ts";
import type { Split } from "./split.ts";
import type { OnCandidate, SearchNode, SearchPlan, SplitSearch, Splitter, TreeDraw } from "./splitter.ts";

type MedianPlan = Omit<SearchPlan, "criterion">;

/**
 * The exact splitter of absolute error: every cut between two neighbouring values, in O(n log n) a column and node. Categories
 * are sorted by their medians and cut along that order, a heuristic: no order is known that always holds the best partition.
 * The record of a node is [median, weight].
 */
export function absoluteErrorSplitter(): Splitter {
  return {
    name: "absolute error",
    async begin(plan: MedianPlan) {
      const { columns, rowCount } = plan.dataset;
      const sorted: (Uint32Array | null)[] = [];
      for (const [feature, { kind }] of columns.entries()) {
        sorted.push(kind === "numeric" ? await plan.dataset.sorted(feature, plan.pacer) : null);
      }
      const isNumeric = [...columns.map(({ kind }) => kind === "numeric"), true];
      const bytes = RowPartition.bytes(rowCount, isNumeric);
      const partition = makeForRun(bytes, () => new RowPartition(rowCount, isNumeric));
      return new AbsoluteErrorSearch(plan, partition, sorted);
    },
  };
}

/** A list of rows to cut, the missing ones last. */
interface Candidates {
  readonly order: Uint32Array;
  readonly present: number;
  isBoundary(position: number): boolean;
}

interface FoundCut {
  readonly gain: number;
  readonly position: number;
  readonly missingLeft: boolean;
  readonly leftWeight: number;
}

class AbsoluteErrorSearch implements SplitSearch {
  #goal: GradientGoal | null = null;
  #targets: Float64Array = new Float64Array(0);
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;
  #up = 1;
  readonly #rank: Uint32Array;
  readonly #columns: readonly ColumnValues[];

  constructor(
    private readonly plan: MedianPlan,
    private readonly partition: RowPartition,
    private readonly sorted: readonly (Uint32Array | null)[],
  ) {
    this.#features = new NodeFeatures(plan, null);
    this.#rank = new Uint32Array(plan.dataset.rowCount);
    this.#columns = plan.dataset.columns.map((column) =>
      column.kind === "numeric" ? Float64Array.from(column.values) : column.codes,
    );
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    if (goal.kind !== "gradients" || goal.targets === null)
      throw new TypeError("absolute error needs a numeric target");
    this.#goal = goal;
    this.#targets = goal.targets;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(this.plan, this.#draw);
    const byTarget = await inTurns(orderInTurns(goal.targets), this.plan.pacer);
    await this.partition.reset(rows, [...this.sorted, byTarget], this.plan.pacer);
    const ordered = this.#byTarget(0, rows.length);
    let heaviest = 0;
    for (const row of rows) heaviest = Math.max(heaviest, goal.hessians[row]);
    const range = goal.targets[ordered[ordered.length - 1]] - goal.targets[ordered[0]];
    this.#up = powerOfTwo(gridExponent(rows.length, heaviest * range));
    return { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats: this.#record(ordered) };
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best: (Split | null)[] = [];
    for (const [position, node] of nodes.entries()) {
      const tell = onCandidate && ((feature: number, split: Split | null) => onCandidate(position, feature, split));
      best.push(this.#canBeCut(node) ? await this.#findBestOf(node, tell) : null);
    }
    return best;
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    const children: SearchNode[] = [];
    for (const [i, { start, end, depth: above, path }] of nodes.entries()) {
      const { childRows, childStats } = splits[i];
      await this.partition.cut(start, end, splits[i], this.#columns, this.plan.pacer);
      const middle = start + childRows[0];
      const [left, right] = [childPath(path, 0), childPath(path, 1)];
      children.push({ depth: above + 1, path: left, start, end: middle, stats: childStats.subarray(0, 2) });
      children.push({ depth: above + 1, path: right, start: middle, end, stats: childStats.subarray(2) });
      this.#features.cut(nodes[i], splits[i].feature, children.slice(-2));
    }
    return children;
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
  }

  get #weights(): Float64Array {
    if (this.#goal === null)
      throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    return this.#goal.hessians;
  }

  /** The rows of a node in the order of their targets. */
  #byTarget(start: number, end: number): Uint32Array {
    return (this.partition.orders[this.plan.dataset.columns.length] as Uint32Array).subarray(start, end);
  }

  #record(rows: ArrayLike<number>): Float64Array {
    const medians = mediansOf(rows, this.#targets, this.#weights);
    return Float64Array.of(medianOf(medians), medians.weight);
  }

  /** False where no cut can gain: too few rows, or one target only. */
  #canBeCut({ start, end }: SearchNode): boolean {
    if (end - start < 2 * this.plan.minRowsLeaf) return false;
    const rows = this.#byTarget(start, end);
    return this.#targets[rows[0]] !== this.#targets[rows[rows.length - 1]];
  }

  async #findBestOf(node: SearchNode, tell?: (feature: number, split: Split | null) => void): Promise<Split | null> {
    const side = await inTurns(this.#sideOf(node), this.plan.pacer);
    let best: Split | null = null;
    for (const feature of this.#featuresOf(node)) {
      if (this.plan.pacer.due()) await this.plan.pacer.pause();
      const candidates = this.#candidatesOf(node, feature);
      const cut = await inTurns(this.#bestCut(candidates, side), this.plan.pacer);
      const split = cut && this.#splitOf(node, feature, candidates, cut);
      best = betterSplit(best, split, this.#draw, node.path);
      tell?.(feature, split && { ...split, childStats: this.#childStats(node, split) });
    }
    return best && { ...best, childStats: this.#childStats(node, best) };
  }

  /** Ranks the node's targets, as differences from its lower median. */
  *#sideOf({ start, end }: SearchNode): Turns<SideOfMedians> {
    const rows = this.#byTarget(start, end);
    const targets = this.#targets;
    const { lower } = mediansOf(rows, targets, this.#weights);
    const differences: number[] = [];
    let zero = 0;
    for (let i = 0; i < rows.length; i++) {
      if (i % CHUNK === 0) yield;
      const row = rows[i];
      if (i === 0 || targets[row] !== targets[rows[i - 1]]) {
        if (targets[row] <= lower) zero = differences.length;
        differences.push(targets[row] - lower);
      }
      this.#rank[row] = differences.length - 1;
    }
    return new SideOfMedians(Float64Array.from(differences), zero);
  }

  #featuresOf(node: SearchNode): readonly number[] {
    const isConstant = (feature: number) => {
      const { order, present, isBoundary } = this.#candidatesOf(node, feature);
      return present === 0 || (present === order.length && !order.some((_, i) => i > 0 && isBoundary(i)));
    };
    return this.#features.of(node, isConstant) ?? [...this.plan.dataset.columns.keys()];
  }

  #candidatesOf({ start, end }: SearchNode, feature: number): Candidates {
    const column = this.plan.dataset.columns[feature];
    if (column.kind === "categorical") return this.#categoriesOf(column.codes, start, end);
    const order = (this.partition.orders[feature] as Uint32Array).subarray(start, end);
    const { values } = column;
    let present = order.length;
    while (present > 0 && Number.isNaN(values[order[present - 1]])) present--;
    return { order, present, isBoundary: (position) => values[order[position - 1]] !== values[order[position]] };
  }

  /** The rows by their category's median, then by its code; within it by target. */
  #categoriesOf(codes: Int32Array, start: number, end: number): Candidates {
    const groups = new Map<number, number[]>();
    for (const row of this.#byTarget(start, end)) {
      const code = Math.max(-1, codes[row]);
      const group = groups.get(code);
      if (group === undefined) groups.set(code, [row]);
      else group.push(row);
    }
    const missing = groups.get(-1) ?? [];
    groups.delete(-1);
    const ordered = [...groups]
      .map(([code, rows]) => ({ code, rows, median: this.#record(rows)[0] }))
      .sort((a, b) => a.median - b.median || a.code - b.code);
    const order = Uint32Array.from([...ordered.flatMap(({ rows }) => rows), ...missing]);
    const isBoundary = (position: number) => codes[order[position - 1]] !== codes[order[position]];
    return { order, present: order.length - missing.length, isBoundary };
  }

  /** The cut that gains most; of equals the lowest, then the one that sends missing values left. */
  *#bestCut(candidates: Candidates, side: SideOfMedians): Turns<FoundCut | null> {
    const { order, present, isBoundary } = candidates;
    const missing = order.subarray(present);
    const gainsLeft = missing.length > 0 ? yield* this.#gainsOf(candidates, side, true) : null;
    const gainsRight = yield* this.#gainsOf(candidates, side, false);
    const total = weightOf(order, this.#weights);
    const missingWeight = weightOf(missing, this.#weights);
    let best: FoundCut | null = null;
    const offer = (position: number, gain: number, missingLeft: boolean, leftWeight: number) => {
      if (!(gain > (best?.gain ?? 0))) return;
      const leftRows = position + (missingLeft ? missing.length : 0);
      const fewestRows = Math.min(leftRows, order.length - leftRows);
      if (!this.#keepsLimits(fewestRows, Math.min(leftWeight, total - leftWeight))) return;
      best = { gain, position, missingLeft, leftWeight };
    };
    let weight = 0;
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      weight += this.#weights[order[position - 1]];
      if (position === order.length || (position < present && !isBoundary(position))) continue;
      if (gainsLeft !== null) offer(position, gainsLeft[position], true, weight + missingWeight);
      offer(position, gainsRight[position], false, weight);
    }
    return best;
  }

  #keepsLimits(fewestRows: number, leastWeight: number): boolean {
    const { minRowsLeaf, minChildWeight = 0 } = this.plan;
    return fewestRows >= minRowsLeaf && leastWeight > 0 && leastWeight >= minChildWeight;
  }

  /** What the cut after each position gains: the left side grows forwards, the right side backwards. */
  *#gainsOf(
    { order, present, isBoundary }: Candidates,
    side: SideOfMedians,
    missingLeft: boolean,
  ): Turns<Float64Array> {
    const gains = new Float64Array(present + 1);
    const down = 1 / this.#up;
    const add = (row: number) => {
      const rank = this.#rank[row];
      const weight = this.#weights[row];
      side.add(rank, weight, Math.round(weight * side.differences[rank] * this.#up) * down);
    };
    side.clear();
    if (missingLeft) order.subarray(present).forEach(add);
    for (let position = 1; position <= present; position++) {
      if (position % CHUNK === 0) yield;
      add(order[position - 1]);
      if (position === present || isBoundary(position)) gains[position] = side.gain();
    }
    side.clear();
    if (!missingLeft) order.subarray(present).forEach(add);
    for (let position = present; position > 0; position--) {
      if (position % CHUNK === 0) yield;
      if (position === present || isBoundary(position)) gains[position] += side.gain();
      add(order[position - 1]);
    }
    return gains;
  }

  /** The split without the records of its children: only the best of all features needs them. */
  #splitOf(node: SearchNode, feature: number, { order, present }: Candidates, cut: FoundCut): Split {
    const column = this.plan.dataset.columns[feature];
    const { gain, position, missingLeft, leftWeight } = cut;
    const missing = order.length - present;
    const heavier = leftWeight >= node.stats[1] - leftWeight ? 0 : 1;
    const leftRows = position + (missingLeft ? missing : 0);
    const isNumeric = column.kind === "numeric";
    const at = (i: number) => (isNumeric ? column.values[order[i]] : Number.NaN);
    const threshold = position === present ? Number.POSITIVE_INFINITY : midpoint(at(position - 1), at(position));
    return {
      kind: isNumeric ? "threshold" : "categories",
      feature,
      gain,
      threshold: isNumeric ? threshold : Number.NaN,
      categories: isNumeric
        ? new Uint32Array(0)
        : bitsetOf(column.codes, column.categories.length, order.subarray(0, present), position, heavier === 0),
      missingChild: missing > 0 ? (missingLeft ? 0 : 1) : heavier,
      childStats: new Float64Array(0),
      childRows: [leftRows, order.length - leftRows],
    };
  }

  #childStats({ start, end }: SearchNode, { feature, threshold, categories, missingChild }: Split): Float64Array {
    const column = this.plan.dataset.columns[feature];
    const rows = this.#byTarget(start, end);
    const sideOf = (row: number) =>
      column.kind === "numeric"
        ? sideOfNumber(column.values[row], threshold, missingChild)
        : sideOfCategory(column.codes[row], categories, 0, categories.length, missingChild);
    const left = this.#record(rows.filter((row) => sideOf(row) === 0));
    const right = this.#record(rows.filter((row) => sideOf(row) === 1));
    return Float64Array.of(...left, ...right);
  }
}

function weightOf(rows: Uint32Array, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += weights[rows[i]];
  return sum;
}

/** The categories of the first `position` rows, and where told those that no row has. */
function bitsetOf(
  codes: Int32Array,
  count: number,
  rows: Uint32Array,
  position: number,
  absentGoLeft: boolean,
): Uint32Array {
  const bits = new Uint32Array(Math.ceil(count / 32));
  const isRight = new Set<number>();
  for (let i = position; i < rows.length; i++) isRight.add(codes[rows[i]]);
  const isLeft = new Set<number>();
  for (let i = 0; i < position; i++) isLeft.add(codes[rows[i]]);
  for (let code = 0; code < count; code++) {
    if (isLeft.has(code) || (absentGoLeft && !isRight.has(code))) bits[code >>> 5] |= 1 << (code & 31);
  }
  return bits;
}
