import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import { type FitGoal, statsWidth } from "../goal/fit-goal.ts";
import type { PrePruning } from "../pruning/pruning-strategy.ts";
import type { Split } from "../splitter/split.ts";
import type { SearchNode, SplitSearch } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";

/**
 * Turns one goal into one tree.
 *
 * Life cycle
 * 1. `grow` asks the search for the root of the goal.
 * 2. It keeps a queue of nodes that may still be cut, and takes a wave of them: which ones is the order of growth.
 * 3. For a wave it asks the rules, then the search for the best cuts, then the rules again.
 * 4. It applies the cuts that are allowed, and the children join the queue.
 * 5. When the queue is empty the nodes are packed into a `Tree`, and the grower keeps nothing.
 */
export interface Grower {
  readonly name: string;
  grow(plan: GrowPlan): Promise<Tree>;
}

export interface GrowPlan {
  readonly search: SplitSearch;
  readonly criterion: Criterion;
  readonly goal: FitGoal;
  /** The rows that the tree may see, ascending. */
  readonly rows: Uint32Array;
  readonly rules: readonly PrePruning[];
  /** What gains are divided by: the total weight for single trees, 1 for boosting. */
  readonly gainUnit: number;
  /** Impurity of the rows on the scale of the divided gains; 0 where nobody asks. */
  readonly rootImpurity: number;
  readonly pacer: Pacer;
}

interface OpenNode {
  readonly id: number;
  readonly node: SearchNode;
}

/** Level by level: every wave is all the nodes of one depth. */
export function depthGrower(): Grower {
  return {
    name: "depth",
    async grow(plan) {
      const builder = new TreeBuilder(plan.criterion.valueWidth(statsWidth(plan.goal)));
      const add = (node: SearchNode): OpenNode => ({ id: builder.addNode(describeNode(plan, node)), node });
      let wave = [add(await plan.search.root(plan.goal, plan.rows))];
      while (wave.length > 0) {
        const searched = wave.filter(({ node }) => allows(plan, node, null));
        const best = await plan.search.findBest(searched.map(({ node }) => node));
        const cuts = searched.flatMap(({ id, node }, i) => {
          const split = inUnits(best[i], plan.gainUnit);
          return split !== null && allows(plan, node, split) ? [{ id, node, split }] : [];
        });
        const children = await plan.search.apply(
          cuts.map(({ node }) => node),
          cuts.map(({ split }) => split),
        );
        wave = cuts.flatMap(({ id, split }, i) => {
          builder.cut(id, split);
          return [add(children[2 * i]), add(children[2 * i + 1])];
        });
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return builder.finish(plan.rootImpurity);
    },
  };
}

function inUnits(split: Split | null, unit: number): Split | null {
  return split && { ...split, gain: split.gain / unit };
}

function allows(plan: GrowPlan, node: SearchNode, split: Split | null): boolean {
  return plan.rules.every((rule) => rule.allows(node, split));
}

function describeNode(plan: GrowPlan, node: SearchNode) {
  const width = node.stats.length;
  const value = new Float64Array(plan.criterion.valueWidth(width));
  plan.criterion.leafValue(node.stats, 0, width, value, 0);
  return { value, cover: plan.criterion.cover(node.stats, 0, width), rowCount: node.end - node.start };
}
