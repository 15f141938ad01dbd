import { statsWidth } from "../goal/fit-goal.ts";
import type { Split } from "../splitter/split.ts";
import type { SearchNode } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import type { GrowPlan } from "./grower.ts";

/** A node that may still be cut; `id` is its number in the order in which nodes are made. */
export interface OpenNode {
  readonly id: number;
  readonly node: SearchNode;
}

/** A cut that every rule allows, its gain in the plan's unit. */
export interface OpenCut extends OpenNode {
  readonly split: Split;
}

/** What all growers do alike: ask the rules and the search about nodes, cut them, and write the tree. */
export class GrowingTree {
  readonly #builder: TreeBuilder;

  constructor(private readonly plan: GrowPlan) {
    this.#builder = new TreeBuilder(plan.criterion.valueWidth(statsWidth(plan.goal)));
  }

  async root(): Promise<OpenNode> {
    return this.#add(await this.plan.search.root(this.plan.goal, this.plan.rows, this.plan.draw));
  }

  /** The best cuts of those nodes that have one and may be cut, in the order of the nodes. */
  async findCuts(nodes: readonly OpenNode[]): Promise<OpenCut[]> {
    const searched = nodes.filter(({ node }) => this.#allows(node, null));
    const best = await this.plan.search.findBest(searched.map(({ node }) => node));
    return searched.flatMap(({ id, node }, i) => {
      const found = best[i];
      if (found === null) return [];
      const split = { ...found, gain: found.gain / this.plan.gainUnit };
      return this.#allows(node, split) ? [{ id, node, split }] : [];
    });
  }

  /** Makes the cuts; two children for each, in the order of the cuts. */
  async apply(cuts: readonly OpenCut[]): Promise<OpenNode[]> {
    const children = await this.plan.search.apply(
      cuts.map(({ node }) => node),
      cuts.map(({ split }) => split),
    );
    return cuts.flatMap(({ id, split }, i) => {
      this.#builder.cut(id, split);
      return [this.#add(children[2 * i]), this.#add(children[2 * i + 1])];
    });
  }

  finish(): Tree {
    return this.#builder.finish(this.plan.rootImpurity);
  }

  #allows(node: SearchNode, split: Split | null): boolean {
    return this.plan.rules.every((rule) => rule.allows(node, split));
  }

  #add(node: SearchNode): OpenNode {
    const { criterion } = this.plan;
    const width = node.stats.length;
    const value = new Float64Array(criterion.valueWidth(width));
    criterion.leafValue(node.stats, 0, width, value, 0);
    const cover = criterion.cover(node.stats, 0, width);
    return { id: this.#builder.addNode({ value, cover, rowCount: node.end - node.start }), node };
  }
}
