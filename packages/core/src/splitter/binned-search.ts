import type { Arena, BinCut, BinLimits, BinnedRoom, FoundCuts, RowRun } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { LossKernel } from "../loss/loss.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import { childRecords, heavierChild } from "./column-search.ts";
import { NodeFeatures } from "./features-of-node.ts";
import { HistogramPool, SPARE } from "./histogram-pool.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import { type SplitTest, sideOfValue } from "./row-partition.ts";
import type { Split } from "./split.ts";
import type { OnCandidate, SearchNode, SearchPlan, SplitSearch, TreeDraw } from "./splitter.ts";
import { testOfCut } from "./test-of-cut.ts";
import { childBounds, NO_BOUNDS, type ValueBounds } from "./value-bounds.ts";
import { winsTie } from "./wins-tie.ts";

/** What the search keeps of a node. */
interface BinnedNode {
  /** Its histogram, and what that adds up to; null where it was not summed, or is not kept. */
  histogram: number | null;
  readonly gradients: number;
  readonly hessians: number;
}

/** Looks for cuts by gradients in histograms of all columns at once, in compiled loops, on all threads of the arena. */
export class BinnedSearch implements SplitSearch {
  readonly sharesPasses = true;
  #goal: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;
  #nodes = new Map<SearchNode, BinnedNode>();
  /** Rows of the children of cuts, by the records of both: those of cuts that were made, or asked about. */
  readonly #childRows = new WeakMap<Float64Array, readonly [number, number]>();
  readonly #limits: BinLimits;
  readonly #pool: HistogramPool;

  constructor(
    private readonly plan: SearchPlan,
    private readonly arena: Arena,
    private readonly room: BinnedRoom,
    private readonly pairs: BinnedPairs,
    private readonly leaves: BinnedLeaves,
    private readonly binned: readonly BinnedColumn[],
    histograms: number,
    readonly report: readonly string[],
    readonly threads: number,
  ) {
    this.#features = new NodeFeatures(plan, null);
    const { criterion, minChildWeight = 0, minRowsLeaf, smoothing = 0, mostCategories = 0 } = plan;
    const { l1 = 0, l2 = 0 } = criterion.steps ?? {};
    this.#limits = { l1, l2, minChildWeight, minRowsLeaf, smoothing, mostCategories };
    if (plan.monotone !== undefined) room.monotone.set(plan.monotone);
    if (plan.gainFactors !== undefined) room.gainFactors.set(plan.gainFactors);
    room.categorical.set(binned.map(({ cuts }) => (cuts !== null ? 0 : plan.categorical === "oneVsRest" ? 2 : 1)));
    this.#pool = new HistogramPool(histograms);
  }

  get engine(): "wasm" | "twin" {
    return this.arena.engine;
  }

  get scores(): Float64Array | undefined {
    return this.plan.keepsScores ? this.pairs.passes.scores : undefined;
  }

  derive(loss: LossKernel, rows: Uint32Array): Promise<FitGoal | null> {
    return this.pairs.derive(loss, rows);
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    this.#goal = goal;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(this.plan, this.#draw);
    this.#nodes.clear();
    this.#pool.clear();
    const { bag, sums, narrow } = await this.pairs.load(goal, rows);
    const histogram = this.#pool.take() ?? SPARE;
    await this.room.begin(bag, narrow, histogram, this.plan.pacer);
    const [gradients, hessians] = this.room.totalOf(histogram);
    const node = { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats: Float64Array.from(sums) };
    this.#nodes.set(node, { histogram, gradients, hessians });
    return node;
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best: (Split | null)[] = nodes.map(() => null);
    const open = nodes.map((node, position) => ({ node, position })).filter(({ node }) => this.#canBeCut(node));
    // Those that have no histogram are summed one after the other, where one is free; else all of them share the spare one.
    const waves: (typeof open)[] = [[]];
    for (const each of open) {
      const binned = this.#binnedOf(each.node);
      if (binned.histogram === null) {
        binned.histogram = this.#pool.take() ?? SPARE;
        if (binned.histogram === SPARE) waves.push([each]);
        else {
          await this.room.sum(each.node, binned.histogram, this.plan.pacer);
          waves[0].push(each);
        }
      } else waves[0].push(each);
    }
    for (const wave of waves) {
      for (const { node } of wave) {
        const binned = this.#binnedOf(node);
        if (binned.histogram === SPARE) await this.room.sum(node, SPARE, this.plan.pacer);
      }
      await this.#scan(wave, best, onCandidate);
    }
    return best;
  }

  async #scan(
    wave: readonly { readonly node: SearchNode; readonly position: number }[],
    best: (Split | null)[],
    onCandidate?: OnCandidate,
  ): Promise<void> {
    const features = wave.map(({ node }) => this.#features.of(node, () => false));
    const scans = wave.map(({ node }, i) => {
      const { histogram, gradients, hessians } = this.#binnedOf(node);
      const rows = node.end - node.start;
      const { lower, upper } = this.#boundsOf(node);
      const only = features[i] && { features: features[i] };
      return { histogram: histogram ?? SPARE, rows, gradients, hessians, lower, upper, ...only };
    });
    await this.room.scan(scans, this.#limits, this.plan.pacer, (index, found) => {
      const { node, position } = wave[index];
      const searched = features[index] ?? this.binned.keys();
      if (onCandidate !== undefined) {
        for (const feature of searched) {
          onCandidate(position, feature, found.gain(feature) > 0 ? this.#splitOf(node, found.cut(feature)) : null);
        }
      }
      best[position] = this.#bestOf(node, found);
      const binned = this.#binnedOf(node);
      // Whoever is not cut now needs no histogram; whoever has the spare one loses it to the next.
      if (binned.histogram !== null && (best[position] === null || binned.histogram === SPARE)) this.#drop(binned);
    });
  }

  #bestOf(node: SearchNode, found: FoundCuts): Split | null {
    let best = -1;
    for (let feature = 0; feature < found.featureCount; feature++) {
      const gain = found.gain(feature);
      if (!(gain > 0)) continue;
      const most = best < 0 ? 0 : found.gain(best);
      if (gain > most || (gain === most && winsTie(this.#draw, node.path, feature, best))) best = feature;
    }
    return best < 0 ? null : this.#splitOf(node, found.cut(best));
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[], areLast = false): Promise<SearchNode[]> {
    const sums = nodes.map((node, i) => (areLast ? null : this.#sumOf(this.#binnedOf(node), splits[i])));
    const cuts = nodes.map((node, i) => ({
      run: node,
      feature: splits[i].feature,
      writeSides: (sides: Uint8Array) => this.#writeSides(sides, splits[i]),
      sum: sums[i],
    }));
    const left = await this.room.cut(cuts, this.plan.pacer);
    nodes.forEach(({ start, end }, i) => {
      this.#childRows.set(splits[i].childStats, [left[i], end - start - left[i]]);
    });
    const runs = nodes.flatMap((node, i) => childRuns(node, left[i]));
    const stats = await this.#statsOf(runs, splits);
    return nodes.flatMap((node, i) => {
      const { histogram } = this.#binnedOf(node);
      const children = this.#childrenOf(node, splits[i], stats[i], runs.slice(2 * i, 2 * i + 2));
      const sum = sums[i];
      if (sum !== null) {
        this.#binnedOf(children[sum.side]).histogram = sum.histogram;
        this.#binnedOf(children[1 - sum.side]).histogram = sum.parent;
      } else if (histogram !== null) this.#pool.giveBack(histogram);
      this.#nodes.delete(node);
      this.#features.cut(node, splits[i].feature, children);
      return children;
    });
  }

  /** The child of less weight is summed, and the other one is what is left of the parent. */
  #sumOf({ histogram, hessians }: BinnedNode, split: Split): { side: 0 | 1; histogram: number; parent: number } | null {
    if (histogram === null) return null;
    const free = this.#pool.take();
    if (free === undefined) return null;
    const leftHessians = split.childStats[1];
    return { side: 2 * leftHessians <= hessians ? 0 : 1, histogram: free, parent: histogram };
  }

  /** Both records of each pair of children: those that the cut was chosen by, or where values are bounded by them, wide ones. */
  async #statsOf(runs: readonly RowRun[], splits: readonly Split[]): Promise<Float64Array[]> {
    if (this.plan.monotone === undefined) return splits.map(({ childStats }) => childStats);
    const sums = await this.leaves.sumRuns(runs);
    return splits.map((_, i) => sums.slice(4 * i, 4 * i + 4));
  }

  #childrenOf(node: SearchNode, split: Split, childStats: Float64Array, runs: readonly RowRun[]): SearchNode[] {
    const { gradients, hessians } = this.#binnedOf(node);
    const [leftGradients, leftHessians] = split.childStats;
    const { feature, threshold } = split;
    const bounds = childBounds(this.plan, node.bounds, { feature, threshold, childStats });
    return runs.map((run, side) => {
      const child: SearchNode = {
        depth: node.depth + 1,
        path: childPath(node.path, side === 0 ? 0 : 1),
        start: run.start,
        end: run.end,
        stats: childStats.slice(2 * side, 2 * side + 2),
        bounds: bounds[side],
      };
      this.#nodes.set(child, {
        histogram: null,
        gradients: side === 0 ? leftGradients : gradients - leftGradients,
        hessians: side === 0 ? leftHessians : hessians - leftHessians,
      });
      return child;
    });
  }

  async settle(leaves: readonly SearchNode[]): Promise<void> {
    const sums = await this.leaves.settle(leaves);
    leaves.forEach(({ stats }, i) => {
      stats.set(sums.subarray(2 * i, 2 * i + 2));
    });
  }

  addToScores(valueAt: (row: number) => number): Promise<void> {
    return this.leaves.addToScores(valueAt);
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.#nodes.clear();
    this.arena.release();
  }

  /** False where no cut can gain: too few rows, or one target only. */
  #canBeCut(node: SearchNode): boolean {
    if (this.#goal === null)
      throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    const { start, end } = node;
    if (end - start < 2 * Math.max(1, this.plan.minRowsLeaf)) return false;
    const targets = this.#goal.kind === "gradients" ? this.#goal.targets : null;
    if (targets === null) return true;
    const rows = this.room.rows;
    for (let i = start + 1; i < end; i++) if (targets[rows[i]] !== targets[rows[start]]) return true;
    return false;
  }

  #boundsOf({ bounds = NO_BOUNDS }: SearchNode): ValueBounds {
    const { lower, upper } = this.plan.criterion.steps ?? NO_BOUNDS;
    return { lower: Math.max(bounds.lower, lower), upper: Math.min(bounds.upper, upper) };
  }

  #binnedOf(node: SearchNode): BinnedNode {
    const binned = this.#nodes.get(node);
    if (binned === undefined) throw new Error("this search does not know that node: it is of another tree, or was cut");
    return binned;
  }

  #drop(binned: BinnedNode): void {
    if (binned.histogram !== null) this.#pool.giveBack(binned.histogram);
    binned.histogram = null;
  }

  /** To be called while the node's histogram stands. */
  #splitOf(node: SearchNode, cut: BinCut): Split {
    const { gain, feature } = cut;
    const { histogram, gradients, hessians } = this.#binnedOf(node);
    const counts = this.#limits.minRowsLeaf > 1 ? this.room.rowsOf(histogram ?? SPARE, feature) : null;
    const childStats = childRecords(Float64Array.of(gradients, hessians), Float64Array.of(cut.gradients, cut.hessians));
    const heavier = heavierChild(this.plan.criterion, childStats);
    const slots = this.room.slotsOf(histogram ?? SPARE, feature);
    const test = {
      ...testOfCut(cut, this.binned[feature], slots, counts, heavier, this.plan),
      feature,
      gain,
      childStats,
    };
    if (counts !== null) return { ...test, childRows: this.#countRows(node, test, (side) => sumOf(counts, side)) };
    const countRows = () => this.#countRows(node, test, (side) => this.#rowsRight(node, feature, side));
    const known = this.#childRows;
    return {
      ...test,
      // Counted where somebody asks: mostly nobody does before the rows are parted, and then it is known.
      get childRows() {
        const childRows = known.get(childStats) ?? countRows();
        known.set(childStats, childRows);
        return childRows;
      },
    };
  }

  #countRows(
    { start, end }: RowRun,
    test: SplitTest & Pick<Split, "feature" | "missingChild">,
    countRight: (sides: Uint8Array) => number,
  ): [number, number] {
    const sides = new Uint8Array(this.binned[test.feature].binCount + 1);
    this.#writeSides(sides, test);
    const right = countRight(sides);
    return [end - start - right, right];
  }

  #rowsRight({ start, end }: RowRun, feature: number, sides: Uint8Array): number {
    const { bins } = this.binned[feature];
    const { rows } = this.room;
    let right = 0;
    for (let i = start; i < end; i++) right += sides[bins[rows[i]]];
    return right;
  }

  /** By bin, 1 for the right. */
  #writeSides(sides: Uint8Array, split: SplitTest & Pick<Split, "feature" | "missingChild">): void {
    const { binCount, cuts } = this.binned[split.feature];
    for (let bin = 0; bin < binCount; bin++) {
      // A bin is as far from the threshold as the cut above it.
      const value = cuts === null ? bin : (cuts[bin] ?? Number.POSITIVE_INFINITY);
      sides[bin] = sideOfValue(split, value);
    }
    sides[binCount] = split.missingChild;
  }
}

/** Of the counts that are marked by 1. */
function sumOf(counts: Uint32Array, marks: Uint8Array): number {
  return counts.reduce((sum, count, i) => sum + marks[i] * count, 0);
}

function childRuns({ start, end }: RowRun, leftRows: number): RowRun[] {
  const middle = start + leftRows;
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
