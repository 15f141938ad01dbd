import type { Arena, BinCut, BinnedRoom, FoundCuts, RowRun } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { LossKernel } from "../loss/loss.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedLevel, CutOfLevel } from "./binned-level.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import { BinnedSides } from "./binned-sides.ts";
import type { BinnedStatistics } from "./binned-statistics.ts";
import { childRecords, heavierChild } from "./column-search.ts";
import { NodeFeatures } from "./features-of-node.ts";
import { HistogramPool, SPARE } from "./histogram-pool.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { Split } from "./split.ts";
import type { OnCandidate, SearchNode, SearchPlan, SplitSearch, TreeDraw } from "./splitter.ts";
import { testOfCut } from "./test-of-cut.ts";
import { childBounds, NO_BOUNDS } from "./value-bounds.ts";
import { winsTie } from "./wins-tie.ts";

/** What the search keeps of a node. */
interface BinnedNode {
  /** Its histogram; null where it was not summed, or is not kept. */
  histogram: number | null;
  /** The record by which its cuts are chosen; that of the node itself is finer where sums are narrow. */
  readonly record: Float64Array;
}

/** Looks for cuts in histograms of all columns at once, in compiled loops, on all threads of the arena. */
export class BinnedSearch implements SplitSearch {
  readonly sharesPasses = true;
  #goal: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;
  #nodes = new Map<SearchNode, BinnedNode>();
  /** Rows of the children of cuts, by the records of both: those of cuts that were made, or asked about. */
  readonly #childRows = new WeakMap<Float64Array, readonly [number, number]>();
  readonly #pool: HistogramPool;
  readonly #sides: BinnedSides;

  constructor(
    private readonly plan: SearchPlan,
    private readonly arena: Arena,
    private readonly room: BinnedRoom,
    private readonly statistics: BinnedStatistics,
    private readonly pairs: BinnedPairs,
    private readonly leaves: BinnedLeaves,
    private readonly binned: readonly BinnedColumn[],
    histograms: number,
    readonly report: readonly string[],
    readonly threads: number,
    private readonly level: BinnedLevel | null,
  ) {
    this.#features = new NodeFeatures(plan, null);
    if (plan.monotone !== undefined) room.monotone.set(plan.monotone);
    if (plan.gainFactors !== undefined) room.gainFactors.set(plan.gainFactors);
    room.categorical.set(binned.map(({ cuts }) => (cuts !== null ? 0 : plan.categorical === "oneVsRest" ? 2 : 1)));
    this.#pool = new HistogramPool(histograms);
    this.#sides = new BinnedSides(room, binned);
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
    const { bag, sums, narrow } = await this.statistics.load(goal, rows);
    const histogram = this.#pool.take() ?? SPARE;
    await this.room.begin(bag, narrow, histogram, this.plan.pacer);
    const node = { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats: Float64Array.from(sums) };
    this.#nodes.set(node, { histogram, record: this.statistics.recordOf(histogram, node.stats) });
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
    const scans = wave.map(({ node }) => {
      const { histogram, record } = this.#binnedOf(node);
      const features = this.#features.of(node, (feature) => this.#isConstantIn(histogram ?? SPARE, feature));
      const { end, start, bounds = NO_BOUNDS } = node;
      return { histogram: histogram ?? SPARE, rows: end - start, record, bounds, features };
    });
    await this.statistics.scan(scans, (index, found) => {
      const { node, position } = wave[index];
      const searched = scans[index].features ?? this.binned.keys();
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

  async findLevel(nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
    if (this.level === null) throw new Error("this search was not opened for levels: its plan does not say symmetric");
    const known = nodes.map((node) => this.#binnedOf(node));
    for (const [i, binned] of known.entries()) {
      if (binned.histogram !== null) continue;
      binned.histogram = this.#pool.take() ?? null;
      if (binned.histogram !== null) await this.room.sum(nodes[i], binned.histogram, this.plan.pacer);
    }
    const allowed = nodes.map((node) => this.#features.of(node, () => false));
    const features = [...this.binned.keys()].filter((feature) =>
      allowed.every((some) => some === null || some.includes(feature)),
    );
    const level = known.map(({ histogram, record: [gradients, hessians] }, i) => {
      return { histogram, rows: nodes[i].end - nodes[i].start, gradients, hessians };
    });
    const best = await this.level.best(level, features, async (position) => {
      await this.room.sum(nodes[position], SPARE, this.plan.pacer);
      return SPARE;
    });
    return best === null ? nodes.map(() => null) : this.#splitsOf(nodes, best);
  }

  #splitsOf(
    nodes: readonly SearchNode[],
    { feature, bin, missingLeft, lacks, nodes: cuts }: CutOfLevel,
  ): (Split | null)[] {
    const sums = new Float64Array(4);
    for (const cut of cuts) for (let k = 0; k < sums.length; k++) sums[k] += cut?.childStats[k] ?? 0;
    // Where no row of the level lacks the feature, those that do later go where most of the level went.
    const missingChild = lacks ? (missingLeft ? 0 : 1) : heavierChild(this.plan.criterion, sums);
    const threshold = this.binned[feature].cuts?.[bin] ?? Number.POSITIVE_INFINITY;
    const test = { kind: "threshold", feature, threshold, categories: new Uint32Array(0), missingChild } as const;
    return cuts.map((cut, i) => {
      if (cut === null) return null;
      const { gain, childStats, childRows } = cut;
      const split = { ...test, gain, childStats };
      return childRows === null ? this.#countedLater(nodes[i], split) : { ...split, childRows };
    });
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[], areLast = false): Promise<SearchNode[]> {
    const sums = nodes.map((node, i) => (areLast ? null : this.#sumOf(this.#binnedOf(node), splits[i])));
    const cuts = nodes.map((node, i) => ({
      run: node,
      feature: splits[i].feature,
      writeSides: (sides: Uint8Array) => this.#sides.write(sides, splits[i]),
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
  #sumOf({ histogram, record }: BinnedNode, split: Split): { side: 0 | 1; histogram: number; parent: number } | null {
    if (histogram === null) return null;
    const free = this.#pool.take();
    if (free === undefined) return null;
    const last = record.length - 1;
    return { side: 2 * split.childStats[last] <= record[last] ? 0 : 1, histogram: free, parent: histogram };
  }

  /** Both records of each pair of children: those that the cut was chosen by, or where values are bounded by them, wide ones. */
  async #statsOf(runs: readonly RowRun[], splits: readonly Split[]): Promise<Float64Array[]> {
    if (this.plan.monotone === undefined) return splits.map(({ childStats }) => childStats);
    const sums = await this.leaves.sumRuns(runs);
    return splits.map((_, i) => sums.slice(4 * i, 4 * i + 4));
  }

  #childrenOf(node: SearchNode, split: Split, childStats: Float64Array, runs: readonly RowRun[]): SearchNode[] {
    const width = node.stats.length;
    const recordsOf = (records: Float64Array, side: number) => records.slice(width * side, width * (side + 1));
    const { feature, threshold } = split;
    const bounds = childBounds(this.plan, node.bounds, { feature, threshold, childStats });
    return runs.map((run, side) => {
      const child: SearchNode = {
        depth: node.depth + 1,
        path: childPath(node.path, side === 0 ? 0 : 1),
        start: run.start,
        end: run.end,
        stats: recordsOf(childStats, side),
        bounds: bounds[side],
      };
      this.#nodes.set(child, { histogram: null, record: recordsOf(split.childStats, side) });
      return child;
    });
  }

  async settle(leaves: readonly SearchNode[]): Promise<void> {
    // Sums of classes are never coarser than those of the leaves.
    if (this.#goal?.kind === "classes") return;
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
    const { start, end, stats } = node;
    if (end - start < 2 * Math.max(1, this.plan.minRowsLeaf)) return false;
    if (this.#goal.kind === "classes") return !stats.subarray(0, -1).includes(stats[stats.length - 1]);
    const { targets } = this.#goal;
    if (targets === null) return true;
    const rows = this.room.rows;
    for (let i = start + 1; i < end; i++) if (targets[rows[i]] !== targets[rows[start]]) return true;
    return false;
  }

  /** Whether all rows that have weight are in one bin. */
  #isConstantIn(histogram: number, feature: number): boolean {
    const slots = this.statistics.slotsOf(histogram, feature);
    let bins = 0;
    for (let at = 0; at < slots.length && bins < 2; at += 2) if (slots[at] !== 0 || slots[at + 1] !== 0) bins++;
    return bins < 2;
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
    const { histogram, record } = this.#binnedOf(node);
    const counts = this.plan.minRowsLeaf > 1 ? this.room.rowsOf(histogram ?? SPARE, feature) : null;
    const childStats = childRecords(record, this.statistics.leftOf(histogram ?? SPARE, cut));
    const heavier = heavierChild(this.plan.criterion, childStats);
    const slots = this.statistics.slotsOf(histogram ?? SPARE, feature);
    const test = {
      ...testOfCut(cut, this.binned[feature], slots, counts, heavier, this.plan),
      feature,
      gain,
      childStats,
    };
    if (counts !== null) return { ...test, childRows: this.#sides.count(node, test, counts) };
    return this.#countedLater(node, test);
  }

  #countedLater(run: RowRun, split: Omit<Split, "childRows">): Split {
    const { childStats } = split;
    const known = this.#childRows;
    const countRows = () => this.#sides.count(run, split, null);
    return {
      ...split,
      // Counted where somebody asks: mostly nobody does before the rows are parted, and then it is known.
      get childRows() {
        const childRows = known.get(childStats) ?? countRows();
        known.set(childStats, childRows);
        return childRows;
      },
    };
  }
}

function childRuns({ start, end }: RowRun, leftRows: number): RowRun[] {
  const middle = start + leftRows;
  return [
    { start, end: middle },
    { start: middle, end },
  ];
}
