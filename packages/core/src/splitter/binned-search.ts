import type { Arena, BinCut, BinLimits, BinnedNode, BinnedRoom, BinTest } from "@cambium/kernels";
import type { BinnedNumbers } from "../dataset/bin-column.ts";
import type { FitGoal, GradientGoal } from "../goal/fit-goal.ts";
import { childRecords, heavierChild } from "./column-search.ts";
import { NodeFeatures } from "./features-of-node.ts";
import { childPath, ROOT_PATH } from "./node-path.ts";
import type { Split } from "./split.ts";
import type { OnCandidate, SearchNode, SearchPlan, SplitSearch, TreeDraw } from "./splitter.ts";
import { childBounds, NO_BOUNDS } from "./value-bounds.ts";
import { winsTie } from "./wins-tie.ts";

/** Two children whose parent's histogram was kept: the smaller one is summed, and the larger one is what is left of the parent. */
interface Siblings {
  readonly smaller: SearchNode;
  readonly larger: SearchNode;
  readonly parent: number;
  /** The smaller one's; from then on `parent` is the larger one's. */
  summed: number | null;
}

/** Looks for cuts by gradients in histograms of all columns at once, in compiled loops. */
export class BinnedSearch implements SplitSearch {
  readonly sharesPasses = true;
  #goal: GradientGoal | null = null;
  #draw: TreeDraw | null = null;
  #features: NodeFeatures;
  #hasEnded = false;
  #free: number[] = [];
  /** The histograms of nodes that may be cut. */
  readonly #held = new Map<SearchNode, number>();
  readonly #siblings = new Map<SearchNode, Siblings>();
  readonly #limits: BinLimits;
  /** By feature, whether any row lacks it. */
  readonly #hasGaps: readonly boolean[];

  constructor(
    private readonly plan: SearchPlan,
    private readonly arena: Arena,
    private readonly room: BinnedRoom,
    private readonly histograms: number,
    private readonly binned: readonly BinnedNumbers[],
  ) {
    this.#features = new NodeFeatures(plan, null);
    const { criterion, minChildWeight = 0, minRowsLeaf } = plan;
    const { l1 = 0, l2 = 0 } = criterion.steps ?? {};
    this.#limits = { l1, l2, minChildWeight, minRowsLeaf };
    if (plan.monotone !== undefined) room.monotone.set(plan.monotone);
    if (plan.gainFactors !== undefined) room.gainFactors.set(plan.gainFactors);
    this.#hasGaps = binned.map(({ bins, binCount }) => bins.includes(binCount));
  }

  get engine(): "wasm" | "twin" {
    return this.arena.engine;
  }

  async root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode> {
    if (this.#hasEnded) throw new Error("this search has ended");
    if (goal.kind !== "gradients") throw new TypeError("unreachable: the criterion is for gradients");
    this.#goal = goal;
    this.#draw = draw ?? null;
    this.#features = new NodeFeatures(this.plan, this.#draw);
    this.#held.clear();
    this.#siblings.clear();
    // The first is for nodes that find no other free.
    this.#free = Array.from({ length: this.histograms - 1 }, (_, i) => this.histograms - 1 - i);
    const { pairs } = this.room;
    const stats = new Float64Array(2);
    this.room.rows.set(rows);
    for (const row of rows) {
      pairs[2 * row] = goal.gradients[row];
      pairs[2 * row + 1] = goal.hessians[row];
      stats[0] += goal.gradients[row];
      stats[1] += goal.hessians[row];
    }
    return { depth: 0, path: ROOT_PATH, start: 0, end: rows.length, stats };
  }

  async findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]> {
    const best: (Split | null)[] = [];
    const searched = new Set<SearchNode>();
    for (const [position, node] of nodes.entries()) {
      const isOpen = this.#canBeCut(node);
      const tell = onCandidate && ((feature: number, split: Split | null) => onCandidate(position, feature, split));
      best.push(isOpen ? await this.#findBestOf(node, tell) : null);
      if (isOpen) searched.add(node);
    }
    this.#dropOthers(searched);
    return best;
  }

  async #findBestOf(node: SearchNode, tell?: (feature: number, split: Split | null) => void): Promise<Split | null> {
    const histogram = await this.#histogramOf(node);
    const allowed = this.#features.of(node, () => false);
    const all = this.room.scan(histogram, this.#asBinned(node), this.#limits, allowed ?? undefined);
    const cuts = all.filter(({ feature }) => allowed?.includes(feature) ?? true);
    if (tell !== undefined) for (const cut of cuts) tell(cut.feature, cut.gain > 0 ? this.#splitOf(node, cut) : null);
    const best = cuts.length === 0 ? null : cuts.reduce((a, b) => this.#better(a, b, node.path));
    if (best === null || best.gain === 0) {
      this.#release(histogram);
      return null;
    }
    if (histogram > 0) this.#held.set(node, histogram);
    return this.#splitOf(node, best);
  }

  async apply(nodes: readonly SearchNode[], splits: readonly Split[]): Promise<SearchNode[]> {
    const children: SearchNode[] = [];
    for (const [i, node] of nodes.entries()) {
      const { start, end, depth: above, path } = node;
      const { childRows, childStats } = splits[i];
      const [bounds, rightBounds] = childBounds(this.plan, node.bounds, splits[i]);
      await this.room.part(node, this.#testOf(splits[i]), this.plan.pacer);
      const middle = start + childRows[0];
      const depth = above + 1;
      const below = { depth, start, end: middle, bounds };
      const left = { ...below, path: childPath(path, 0), stats: childStats.subarray(0, 2) };
      const right = {
        ...below,
        path: childPath(path, 1),
        start: middle,
        end,
        bounds: rightBounds,
        stats: childStats.subarray(2),
      };
      const parent = this.#held.get(node);
      if (parent !== undefined) {
        const [smaller, larger] = childRows[0] <= childRows[1] ? [left, right] : [right, left];
        const siblings: Siblings = { smaller, larger, parent, summed: null };
        this.#siblings.set(left, siblings).set(right, siblings);
        this.#held.delete(node);
      }
      children.push(left, right);
      this.#features.cut(node, splits[i].feature, [left, right]);
    }
    return children;
  }

  end(): void {
    this.#hasEnded = true;
    this.#goal = null;
    this.arena.release();
  }

  /** False where no cut can gain: too few rows, or one target only. */
  #canBeCut({ start, end }: SearchNode): boolean {
    if (this.#goal === null)
      throw new Error("this search has no tree: root comes before findBest, and nothing after end");
    if (end - start < 2 * Math.max(1, this.plan.minRowsLeaf)) return false;
    const { targets } = this.#goal;
    if (targets === null) return true;
    const { rows } = this.room;
    for (let i = start + 1; i < end; i++) if (targets[rows[i]] !== targets[rows[start]]) return true;
    return false;
  }

  /** The number of the node's histogram, filled; 0 for one that is not kept. */
  async #histogramOf(node: SearchNode): Promise<number> {
    const { pacer } = this.plan;
    const siblings = this.#siblings.get(node);
    const isFirst = siblings?.summed === null;
    const free = siblings === undefined || isFirst ? this.#free.pop() : undefined;
    if (siblings === undefined || (isFirst && free === undefined)) {
      // Where there is no room for both children, one takes that of the parent.
      const histogram = siblings?.parent ?? free ?? 0;
      if (siblings !== undefined) this.#forget(siblings);
      await this.room.sum(histogram, node, pacer);
      return histogram;
    }
    if (free !== undefined) {
      await this.room.sum(free, siblings.smaller, pacer);
      this.room.subtract(siblings.parent, free);
      siblings.summed = free;
    }
    return node === siblings.smaller ? (siblings.summed as number) : siblings.parent;
  }

  /** Whoever was not searched with its sibling will hardly be searched later, and is summed anew if it is. */
  #dropOthers(searched: ReadonlySet<SearchNode>): void {
    for (const siblings of new Set(this.#siblings.values())) {
      const { smaller, larger, parent, summed } = siblings;
      if (summed !== null && !searched.has(smaller)) this.#release(summed);
      if (summed === null || !searched.has(larger)) this.#release(parent);
      this.#forget(siblings);
    }
  }

  #forget({ smaller, larger }: Siblings): void {
    this.#siblings.delete(smaller);
    this.#siblings.delete(larger);
  }

  #release(histogram: number): void {
    if (histogram > 0) this.#free.push(histogram);
  }

  #better(a: BinCut, b: BinCut, path: number): BinCut {
    if (a.gain !== b.gain) return a.gain > b.gain ? a : b;
    return winsTie(this.#draw, path, b.feature, a.feature) ? b : a;
  }

  #splitOf(node: SearchNode, cut: BinCut): Split {
    const { gain, feature, bin, missingLeft } = cut;
    const { cuts } = this.binned[feature];
    const childStats = childRecords(node.stats, Float64Array.of(cut.gradients, cut.hessians));
    const leftRows = this.room.countLeft(node, cut);
    const learned = missingLeft ? 0 : 1;
    const lacks = this.#lacksIn(node, cut, leftRows);
    // All that have a value: then so does one above all that were seen.
    const takesPresent = lacks && !missingLeft && this.room.countLeft(node, { ...cut, bin: cuts.length }) === leftRows;
    return {
      kind: "threshold",
      feature,
      gain,
      threshold: takesPresent ? Number.POSITIVE_INFINITY : cuts[bin],
      categories: new Uint32Array(0),
      missingChild: lacks ? learned : heavierChild(this.plan.criterion, childStats),
      childStats,
      childRows: [leftRows, node.end - node.start - leftRows],
    };
  }

  /** Whether rows of the node lack the feature, with any weight or none: those were counted on the side that was judged. */
  #lacksIn(node: SearchNode, cut: BinCut, leftRows: number): boolean {
    if (cut.missingHessians > 0) return true;
    return (
      this.#hasGaps[cut.feature] && this.room.countLeft(node, { ...cut, missingLeft: !cut.missingLeft }) !== leftRows
    );
  }

  #asBinned({ start, end, stats, bounds = NO_BOUNDS }: SearchNode): BinnedNode {
    const { lower, upper } = this.plan.criterion.steps ?? NO_BOUNDS;
    return {
      start,
      end,
      gradients: stats[0],
      hessians: stats[1],
      lower: Math.max(bounds.lower, lower),
      upper: Math.min(bounds.upper, upper),
    };
  }

  #testOf({ feature, threshold, missingChild }: Split): BinTest {
    return {
      feature,
      bin: this.binned[feature].cuts.filter((cut) => cut < threshold).length,
      missingLeft: missingChild === 0,
    };
  }
}
