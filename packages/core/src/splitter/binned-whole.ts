import type { BinLimits, LeafDraw, LeafNode, LeafRoom } from "@cambium/kernels";
import type { BinnedColumn } from "../dataset/bin-column.ts";
import { Purpose, randomBits } from "../util/random.ts";
import type { BinnedLeaves } from "./binned-leaves.ts";
import type { BinnedNode } from "./binned-node.ts";
import { NO_DRAW } from "./features-of-node.ts";
import { ROOT_PATH } from "./node-path.ts";
import type { SearchPlan, WholeTree, WholeTreePlan } from "./splitter.ts";

/** Trees that a thread grows alone from their root to their leaves, as `BinnedSearch` grows them cut by cut. */
export class BinnedWhole {
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: LeafRoom,
    private readonly binned: readonly BinnedColumn[],
    private readonly leaves: BinnedLeaves,
    private readonly limits: BinLimits,
    /** Whether there is one thread. */
    private readonly isAlone: boolean,
  ) {}

  canGrow(tree: WholeTreePlan): boolean {
    const { goal, draw, minRowsLeaf, purity } = tree;
    const { featuresPerLevel = Number.POSITIVE_INFINITY } = this.plan;
    // Those of a level differ from those of the next.
    if (featuresPerLevel < (draw?.features?.length ?? this.binned.length)) return false;
    if (minRowsLeaf > 1 || purity !== Number.POSITIVE_INFINITY) return false;
    if (goal.kind !== "gradients" || goal.targets !== null) return false;
    return (this.isAlone || tree.isBeside) && this.room.hasRoomFor(mostLeaves(tree), tree.rows.length);
  }

  /** From a root whose histogram is summed. */
  async grow(tree: WholeTreePlan, { record, summed, end }: BinnedNode): Promise<WholeTree> {
    const { pacer, criterion } = this.plan;
    const { lower, upper } = criterion.steps ?? NO_BOUNDS;
    const nodes = await this.room.grow(
      {
        ...{ rows: end, gradients: record[0], hessians: record[1], histogram: summed },
        ...{ limits: this.limits, bounds: { lower, upper } },
        ...{ maxLeaves: mostLeaves(tree), anyOrder: tree.maxLeaves >= possibleLeaves(tree) },
        ...{ maxDepth: tree.maxDepth, leastRows: Math.max(2, tree.minRowsSplit) },
        ...{ minGain: tree.minGain, gainUnit: tree.gainUnit, path: ROOT_PATH, draw: this.#drawOf(tree) },
      },
      pacer,
    );
    return { ...this.#testsOf(nodes), stats: await this.#statsOf(nodes) };
  }

  #drawOf({ draw }: WholeTreePlan): LeafDraw | null {
    const { featuresPerNode = this.binned.length } = this.plan;
    if (draw === undefined && featuresPerNode >= this.binned.length) return null;
    const { key, features = null } = draw ?? NO_DRAW;
    const nodeKey = randomBits(key, Purpose.NodeFeatures);
    // Without a draw ties go to the lowest feature.
    return { nodeKey, tieKey: draw ? randomBits(key, Purpose.Ties) : -1, features, perNode: featuresPerNode };
  }

  #testsOf(nodes: readonly LeafNode[]): Omit<WholeTree, "stats"> {
    const count = nodes.length;
    const tests = {
      feature: new Int32Array(count).fill(-1),
      threshold: new Float64Array(count),
      missingChild: new Uint8Array(count),
      gain: new Float64Array(count),
      firstChild: new Uint32Array(count),
      rowCount: new Uint32Array(count),
    };
    for (const [node, { start, end, firstChild, feature, bin, gain, missingChild, takesPresent }] of nodes.entries()) {
      tests.rowCount[node] = end - start;
      if (firstChild === 0) continue;
      tests.feature[node] = feature;
      tests.threshold[node] = takesPresent
        ? Number.POSITIVE_INFINITY
        : (this.binned[feature].cuts as Float64Array)[bin];
      tests.missingChild[node] = missingChild;
      tests.gain[node] = gain;
      tests.firstChild[node] = firstChild;
    }
    return { nodeCount: count, width: 2, categories: NO_CATEGORIES, ...tests };
  }

  /** Cuts were chosen by coarser sums: those of all nodes are made from those of the leaves. */
  async #statsOf(nodes: readonly LeafNode[]): Promise<Float64Array> {
    const parent = new Uint32Array(nodes.length);
    const leaves: number[] = [];
    for (const [node, { firstChild }] of nodes.entries()) {
      if (firstChild === 0) leaves.push(node);
      else parent[firstChild] = parent[firstChild + 1] = node;
    }
    const wayTo = (leaf: number) => {
      const sides: number[] = [];
      for (let node = leaves[leaf]; node > 0; node = parent[node]) sides.push(node - nodes[parent[node]].firstChild);
      return sides.reverse();
    };
    const sums = await this.leaves.settle(
      leaves.map((node) => nodes[node]),
      wayTo,
    );
    const stats = new Float64Array(2 * nodes.length);
    let leaf = leaves.length;
    for (let node = nodes.length - 1; node >= 0; node--) {
      const child = 2 * nodes[node].firstChild;
      if (child === 0) leaf--;
      for (let k = 0; k < 2; k++) {
        stats[2 * node + k] = child === 0 ? sums[2 * leaf + k] : stats[child + k] + stats[child + 2 + k];
      }
    }
    return stats;
  }
}

const NO_BOUNDS = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
const NO_CATEGORIES: ReadonlyMap<number, Uint32Array> = new Map();

function mostLeaves(tree: WholeTreePlan): number {
  return Math.min(tree.maxLeaves, possibleLeaves(tree));
}

/** That the rows and the depth allow. */
function possibleLeaves({ maxDepth, rows }: WholeTreePlan): number {
  return maxDepth < 31 ? Math.min(rows.length, 1 << maxDepth) : rows.length;
}
