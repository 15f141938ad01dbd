import type { BinLimits, GrownLeaves, LeafDraw, LeafRoom } from "@cambium/kernels";
import type { BinnedColumn } from "../../dataset/bin-column.ts";
import { type FitGoal, statsWidth } from "../../goal/fit-goal.ts";
import { NO_DRAW } from "../../splitter/features-of-node.ts";
import { ROOT_PATH } from "../../splitter/node-path.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { NO_BOUNDS } from "../../splitter/value-bounds.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { CHUNK } from "../../util/ranges.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import type { WholeTree, WholeTreePlan } from "../whole-tree.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedRoot } from "./binned-statistics.ts";

/** Grows trees on bins from their root to their leaves in a kernel, on all threads. */
export class BinnedWhole {
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: LeafRoom,
    private readonly binned: readonly BinnedColumn[],
    private readonly leaves: BinnedLeaves,
    private readonly limits: BinLimits,
  ) {}

  /** From a root that is summed into the first histogram. */
  async grow(tree: WholeTreePlan, { record, stats, rows }: BinnedRoot): Promise<WholeTree> {
    const { pacer, criterion, minRowsLeaf, symmetric = false } = this.plan;
    const { lower, upper } = criterion.steps ?? NO_BOUNDS;
    const { goal, maxDepth, minGain, gainUnit, purity } = tree;
    const grown = await this.room.grow(
      {
        ...{ rows, gradients: record[0], hessians: record[1], fineSums: stats },
        ...{ limits: this.limits, bounds: { lower, upper } },
        ...{ maxLeaves: mostLeaves(tree), anyOrder: symmetric || tree.maxLeaves >= possibleLeaves(tree) },
        // A small node of a symmetric tree is no reason for a leaf: a level may split those beside it.
        ...{ maxDepth, leastRows: symmetric ? tree.minRowsSplit : Math.max(2, 2 * minRowsLeaf, tree.minRowsSplit) },
        ...{ minGain, gainUnit, purity, path: ROOT_PATH, draw: this.#drawOf(tree) },
        targets: goal.kind === "gradients" ? goal.targets : null,
      },
      pacer,
    );
    const tests = await inTurns(this.#testsOf(grown), pacer);
    return { ...tests, ...(await this.#statsOf(grown, goal)) };
  }

  #drawOf({ draw }: WholeTreePlan): LeafDraw {
    const { length } = this.binned;
    const {
      featuresPerLevel = length,
      featuresPerNode = length,
      drawsConstants = false,
      symmetric = false,
    } = this.plan;
    const { key, features = null } = draw ?? NO_DRAW;
    return {
      nodeKey: randomBits(key, Purpose.NodeFeatures),
      levelKey: randomBits(key, Purpose.LevelFeatures),
      // Without a draw ties go to the lowest feature.
      tieKey: draw ? randomBits(key, Purpose.Ties) : -1,
      ...{
        features,
        perLevel: featuresPerLevel,
        perNode: featuresPerNode,
        skipsConstants: !drawsConstants && !symmetric,
      },
    };
  }

  *#testsOf(grown: GrownLeaves): Turns<Omit<WholeTree, "stats" | "width">> {
    const { count } = grown;
    const tests = {
      feature: new Int32Array(count).fill(-1),
      threshold: new Float64Array(count),
      missingChild: new Uint8Array(count),
      gain: new Float64Array(count),
      firstChild: new Uint32Array(count),
      rowCount: new Uint32Array(count),
    };
    const categories = new Map<number, Uint32Array>();
    for (let node = 0; node < count; node++) {
      if (node % CHUNK === 0) yield;
      tests.rowCount[node] = grown.end(node) - grown.start(node);
      const firstChild = grown.firstChild(node);
      if (firstChild === 0) continue;
      const feature = grown.feature(node);
      const { cuts, binCount } = this.binned[feature];
      tests.feature[node] = feature;
      if (cuts === null) {
        tests.threshold[node] = Number.NaN;
        categories.set(node, grown.categories(node, Math.ceil(binCount / 32)));
      } else tests.threshold[node] = grown.takesPresent(node) ? Number.POSITIVE_INFINITY : cuts[grown.bin(node)];
      tests.missingChild[node] = grown.missingChild(node);
      tests.gain[node] = grown.gain(node);
      tests.firstChild[node] = firstChild;
    }
    const bounds = Array.from(
      { length: this.plan.monotone === undefined ? 0 : count },
      (_, node) => grown.bounds(node) ?? undefined,
    );
    return { nodeCount: count, categories, ...tests, ...(this.plan.monotone && { bounds }) };
  }

  /** Splits may be chosen by coarser sums: those of all nodes are made from those of the leaves. */
  async #statsOf(grown: GrownLeaves, goal: FitGoal): Promise<Pick<WholeTree, "stats" | "width">> {
    const { pacer } = this.plan;
    const width = statsWidth(goal);
    const { parent, leaves, runs } = await inTurns(leavesOf(grown), pacer);
    const wayTo = (leaf: number) => {
      const sides: number[] = [];
      for (let node = leaves[leaf]; node > 0; node = parent[node]) sides.push((node - 1) & 1);
      return sides.reverse();
    };
    const sums = await this.leaves.settle(runs, wayTo, goal);
    return { stats: await inTurns(statsFromLeaves(sums, width, leaves, parent), pacer), width };
  }
}

/** The leaves by their nodes, the rows of each, and the parent of every node. */
function* leavesOf(grown: GrownLeaves) {
  const parent = new Uint32Array(grown.count);
  const leaves = new Uint32Array((grown.count + 1) / 2);
  const runs = new Uint32Array(2 * leaves.length);
  let count = 0;
  for (let node = 0; node < grown.count; node++) {
    if (node % CHUNK === 0) yield;
    const firstChild = grown.firstChild(node);
    if (firstChild !== 0) {
      parent[firstChild] = parent[firstChild + 1] = node;
      continue;
    }
    runs[2 * count] = grown.start(node);
    runs[2 * count + 1] = grown.end(node);
    leaves[count++] = node;
  }
  return { parent, leaves, runs };
}

function* statsFromLeaves(
  sums: Float64Array,
  width: number,
  leaves: Uint32Array,
  parent: Uint32Array,
): Turns<Float64Array> {
  const stats = new Float64Array(width * parent.length);
  for (let leaf = 0; leaf < leaves.length; leaf++) {
    if (leaf % CHUNK === 0) yield;
    for (let k = 0; k < width; k++) stats[width * leaves[leaf] + k] = sums[width * leaf + k];
  }
  for (let node = parent.length - 1; node > 0; node--) {
    if (node % CHUNK === 0) yield;
    for (let k = 0; k < width; k++) stats[width * parent[node] + k] += stats[width * node + k];
  }
  return stats;
}

function mostLeaves(tree: WholeTreePlan): number {
  return Math.min(tree.maxLeaves, possibleLeaves(tree));
}

/** That the rows and the depth allow. */
function possibleLeaves({ maxDepth, rows }: WholeTreePlan): number {
  return maxDepth < 31 ? Math.min(rows.length, 1 << maxDepth) : rows.length;
}
