import type { Arena, BinCut, BinnedRoom, FoundCuts } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { ClassLossKernel } from "../loss/loss.ts";
import { mapSteadily } from "../util/map-steadily.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedLevel, CutOfLevel } from "./binned-level.ts";
import { BinnedNode, recordOf, wayTo } from "./binned-node.ts";
import type { BinnedPairs } from "./binned-pairs.ts";
import { BinnedSides } from "./binned-sides.ts";
import { BinnedSplit, type TestOfCut } from "./binned-split.ts";
import type { BinnedStatistics } from "./binned-statistics.ts";
import type { BinnedWhole } from "./binned-whole.ts";
import { heavierChild } from "./column-search.ts";
import { NodeFeatures } from "./features-of-node.ts";
import { HistogramPool, SPARE } from "./histogram-pool.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { Split } from "./split.ts";
import type {
  LeafValues,
  OnCandidate,
  SearchNode,
  SearchPlan,
  SplitSearch,
  TreeDraw,
  WholeTree,
  WholeTreePlan,
} from "./splitter.ts";
import { childBounds } from "./value-bounds.ts";
import { winsTie } from "./wins-tie.ts";

/** Records that are expected to stay in the cache of a thread until the next pass over them. */
const CACHED_BYTES = 2 ** 24;

/** Where the trees of one search grow, one at a time. */
export interface BinnedRooms {
  readonly room: BinnedRoom;
  readonly statistics: BinnedStatistics;
  readonly pairs: BinnedPairs;
  readonly leaves: BinnedLeaves;
  readonly level: BinnedLevel | null;
  readonly whole: BinnedWhole | null;
}

interface ToldOfSearch {
  readonly engine: Arena["engine"];
  readonly histograms: number;
  readonly report: readonly string[];
  readonly threads: number;
  /** Gives the memory back. */
  release(): void;
}

/** Looks for cuts in histograms of all columns at once, in compiled loops, on all threads of the arena. */
export class BinnedSearch implements SplitSearch {
  readonly engine: Arena["engine"];
  readonly roundsGoals = true;
  readonly report: readonly string[];
  readonly threads: number;
  private readonly room: BinnedRoom;
  private readonly statistics: BinnedStatistics;
  private readonly pairs: BinnedPairs;
  private readonly leaves: BinnedLeaves;
  private readonly level: BinnedLevel | null;
  private readonly whole: BinnedWhole | null;
  #goal: FitGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;
  /** Tells the nodes of one tree from those of another. */
  #tree: object = {};
  /** Rows of the tree that a thread keeps to, and as many of them as its cache holds. */
  #ownRows = 0;
  #cachedRows = 0;
  readonly #pool: HistogramPool;
  readonly #sides: BinnedSides;
  readonly #release: () => void;

  /** `beside` ends with this one. */
  constructor(
    private readonly plan: SearchPlan,
    { room, statistics, pairs, leaves, level, whole }: BinnedRooms,
    private readonly binned: readonly BinnedColumn[],
    { engine, histograms, report, threads, release }: ToldOfSearch,
    readonly beside: BinnedSearch | null,
  ) {
    this.room = room;
    this.statistics = statistics;
    this.pairs = pairs;
    this.leaves = leaves;
    this.level = level;
    this.whole = whole;
    this.engine = engine;
    this.report = report;
    this.#release = release;
    this.threads = threads;
    this.#features = new NodeFeatures(plan, null);
    if (plan.monotone !== undefined) room.scans.monotone.set(plan.monotone);
    if (plan.gainFactors !== undefined) room.scans.gainFactors.set(plan.gainFactors);
    room.scans.categorical.set(
      binned.map(({ cuts }) => (cuts !== null ? 0 : plan.categorical === "oneVsRest" ? 2 : 1)),
    );
    this.#pool = new HistogramPool(histograms);
    this.#sides = new BinnedSides(plan, room, statistics, binned);
  }

  get scores(): Float64Array | undefined {
    return this.plan.keptScores === undefined ? undefined : this.pairs.passes.scores;
  }

  derive(rows: Uint32Array): Promise<FitGoal | null> {
    return this.pairs.derive(rows);
  }

  deriveClass(loss: ClassLossKernel, place: number, rows: Uint32Array): Promise<FitGoal | null> {
    return this.pairs.deriveClass(loss, place, rows);
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    this.#goal = goal;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(this.plan, this.#draw);
    this.#tree = {};
    this.#pool.clear();
    this.#ownRows = Math.ceil(rows.length / this.threads);
    const parts = Math.ceil((this.#ownRows * this.room.recordBytes) / CACHED_BYTES);
    this.#cachedRows = Math.ceil(this.#ownRows / parts);
    const { bag, sums, narrow } = await this.statistics.load(goal, rows);
    const histogram = this.#pool.take() ?? SPARE;
    await this.room.begin(bag, narrow, histogram, this.plan.pacer);
    const stats = Float64Array.from(sums);
    const record = this.statistics.recordOf(histogram, stats);
    const node = new BinnedNode(this.#tree, 0, ROOT_PATH, 0, rows.length, stats, record, undefined, null, 0);
    node.histogram = histogram;
    return node;
  }

  growWhole(plan: WholeTreePlan): Promise<WholeTree> | null {
    const { whole } = this;
    if (whole === null || !whole.canGrow(plan)) return null;
    return this.root(plan.goal, plan.rows).then((root) => whole.grow(plan, root as BinnedNode));
  }

  /** A region is as many rows of each thread as its cache holds; larger nodes are together, too. */
  regionOf({ start, end }: SearchNode): number {
    return end - start > this.#cachedRows ? -1 : Math.floor((start % this.#ownRows) / this.#cachedRows);
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best = mapSteadily<SearchNode, Split | null>(nodes, () => null);
    // Those that have no histogram are summed one after the other, where one is free; else all of them share the spare one.
    const kept: ScannedNode[] = [];
    const waves = [kept];
    for (const [position, each] of nodes.entries()) {
      const node = this.#known(each);
      if (!this.#canBeCut(node)) continue;
      if (node.histogram === null) {
        node.histogram = this.#pool.take() ?? SPARE;
        if (node.histogram === SPARE) {
          waves.push([{ node, position }]);
          continue;
        }
        await this.room.sum(node, node.histogram, this.plan.pacer);
      }
      kept.push({ node, position });
    }
    for (const wave of waves) {
      if (wave !== kept) await this.room.sum(wave[0].node, SPARE, this.plan.pacer);
      await this.#scan(wave, best, onCandidate);
    }
    return best;
  }

  async #scan(wave: readonly ScannedNode[], best: (Split | null)[], onCandidate?: OnCandidate): Promise<void> {
    const nodes = mapSteadily(wave, ({ node }) => node);
    const features = mapSteadily(nodes, (node) =>
      this.#features.of(node, (feature) => this.#isConstantIn(node.summed, feature)),
    );
    await this.statistics.scan(nodes, features, (index, found) => {
      const { node, position } = wave[index];
      if (onCandidate !== undefined) {
        for (const feature of features[index] ?? this.binned.keys()) {
          onCandidate(position, feature, found.gain(feature) > 0 ? this.#splitOf(node, found.cut(feature)) : null);
        }
      }
      const feature = this.#bestFeature(node, found);
      const split = feature === null ? null : this.#splitOf(node, found.cut(feature));
      best[position] = split;
      // Whoever is not cut now needs no histogram; whoever has the spare one loses it to the next.
      if (split !== null && node.histogram !== SPARE) return;
      split?.keepTest();
      this.#drop(node);
    });
  }

  #bestFeature({ path }: SearchNode, found: FoundCuts): number | null {
    let best: number | null = null;
    let most = 0;
    for (let feature = 0; feature < found.featureCount; feature++) {
      const gain = found.gain(feature);
      if (!(gain > 0) || gain < most) continue;
      if (best !== null && gain === most && !winsTie(this.#draw, path, feature, best)) continue;
      best = feature;
      most = gain;
    }
    return best;
  }

  async findLevel(nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
    if (this.level === null) throw new Error("this search was not opened for levels: its plan does not say symmetric");
    const known = nodes.map((node) => this.#known(node));
    for (const node of known) {
      if (node.histogram !== null) continue;
      node.histogram = this.#pool.take() ?? null;
      if (node.histogram !== null) await this.room.sum(node, node.histogram, this.plan.pacer);
    }
    const marks = nodes.map((node) => this.#features.marks(node, () => false));
    const features = [...this.binned.keys()].filter((feature) =>
      marks.every((some) => some === null || some[feature] === 1),
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
    const test: TestOfCut = { kind: "threshold", threshold, categories: new Uint32Array(0), missingChild };
    return cuts.map((cut, i) => {
      if (cut === null) return null;
      const { gain, childStats, childRows } = cut;
      const source = {
        testOf: () => test,
        rowsOf: (split: BinnedSplit) => childRows ?? this.#sides.count(split, null),
      };
      return new BinnedSplit(source, nodes[i], feature, gain, bin, missingLeft, childStats);
    });
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[], areLast = false): Promise<SearchNode[]> {
    const known = mapSteadily(nodes, (node) => this.#known(node));
    const sums = mapSteadily(known, (node, i) => (areLast ? null : this.#sumOf(node, splits[i])));
    const cuts = mapSteadily(known, (node, i) => ({
      run: node,
      feature: splits[i].feature,
      writeSides: (sides: Uint8Array) => this.#sides.write(sides, splits[i]),
      sum: sums[i],
    }));
    const left = await this.room.cut(cuts, this.plan.pacer);
    const stats = await this.#statsOf(known, left, splits);
    const all: BinnedNode[] = [];
    for (const [i, node] of known.entries()) {
      if (i % 1024 === 0 && this.plan.pacer.due()) await this.plan.pacer.pause();
      const children = this.#childrenOf(node, splits[i], left[i], stats[i]);
      const sum = sums[i];
      if (sum !== null) {
        children[sum.side].histogram = sum.histogram;
        children[1 - sum.side].histogram = sum.parent;
      } else this.#drop(node);
      node.isCut = true;
      this.#features.cut(node, splits[i].feature, children);
      all.push(...children);
    }
    return all;
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
  async #statsOf(
    nodes: readonly BinnedNode[],
    left: readonly number[],
    splits: readonly Split[],
  ): Promise<Float64Array[]> {
    if (this.plan.monotone === undefined) return mapSteadily(splits, ({ childStats }) => childStats);
    const runs = nodes.flatMap(({ start, end }, i) => {
      const middle = start + left[i];
      return [
        { start, end: middle },
        { start: middle, end },
      ];
    });
    const sums = await this.leaves.sumRuns(runs);
    return splits.map((_, i) => sums.slice(4 * i, 4 * i + 4));
  }

  #childrenOf(node: BinnedNode, split: Split, left: number, childStats: Float64Array): BinnedNode[] {
    const width = node.stats.length;
    const { feature, threshold } = split;
    const bounds =
      this.plan.monotone === undefined
        ? [node.bounds, node.bounds]
        : childBounds(this.plan, node.bounds, { feature, threshold, childStats });
    const middle = node.start + left;
    const childOf = (side: 0 | 1) => {
      const record = recordOf(split.childStats, side, width);
      return new BinnedNode(
        this.#tree,
        node.depth + 1,
        childPath(node.path, side),
        side === 0 ? node.start : middle,
        side === 0 ? middle : node.end,
        // Finer sums come when the tree has grown, and nobody asks for the other ones any more.
        childStats === split.childStats ? record : recordOf(childStats, side, width),
        record,
        bounds[side],
        node,
        side,
      );
    };
    return [childOf(0), childOf(1)];
  }

  async settle(leaves: readonly SearchNode[]): Promise<void> {
    // Sums of classes are never coarser than those of the leaves.
    if (this.#goal?.kind === "classes") return;
    const sums = await this.leaves.settle(leaves, (leaf) => wayTo(leaves[leaf] as BinnedNode));
    for (const [i, { stats }] of leaves.entries()) {
      stats[0] = sums[2 * i];
      stats[1] = sums[2 * i + 1];
    }
  }

  addToScores(values: LeafValues, place: number): Promise<void> {
    return this.leaves.addToScores(values, place);
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.#tree = {};
    this.beside?.end();
    this.#release();
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

  #known(node: SearchNode): BinnedNode {
    if (node instanceof BinnedNode && node.tree === this.#tree && !node.isCut) return node;
    throw new Error("this search does not know that node: it is of another tree, or was cut");
  }

  #drop(node: BinnedNode): void {
    if (node.histogram !== null) this.#pool.giveBack(node.histogram);
    node.histogram = null;
  }

  #splitOf(node: BinnedNode, cut: BinCut): BinnedSplit<BinnedNode> {
    const { gain, feature, bin, missingLeft } = cut;
    const childStats = this.statistics.childRecords(node, cut);
    return new BinnedSplit(this.#sides, node, feature, gain, bin, missingLeft, childStats);
  }
}

/** A node, and its place among those that were asked for. */
interface ScannedNode {
  readonly node: BinnedNode;
  readonly position: number;
}
