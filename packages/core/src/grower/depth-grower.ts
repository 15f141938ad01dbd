import { growWhole } from "./grow-whole.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenNode } from "./growing-tree.ts";

/**
 * Level by level: every wave is all the nodes of one depth, or those of them that the search wants at once. Where it grows whole
 * trees, the order is its own. The nodes are numbered as if the levels had been made one after the other.
 */
export function depthGrower(): Grower {
  return {
    name: "depth",
    growsWhole: true,
    async grow(plan) {
      const whole = growWhole(plan);
      if (whole !== null) return whole;
      const tree = new GrowingTree(plan);
      const open = new OpenRegions(plan);
      open.add([await tree.root()]);
      for (let wave = open.take(); wave.length > 0; wave = open.take()) {
        open.add(await tree.apply(await tree.findCuts(wave)));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}

/** Nodes that are not searched yet, by the region in which they lie. */
class OpenRegions {
  readonly #nodes = new Map<number, OpenNode[]>();

  constructor(private readonly plan: GrowPlan) {}

  add(nodes: readonly OpenNode[]): void {
    const { onNode, search } = this.plan;
    for (const open of nodes) {
      // Whoever watches is told of the nodes level by level.
      const region = onNode === undefined ? (search.regionOf?.(open.node) ?? 0) : 0;
      const others = this.#nodes.get(region);
      if (others === undefined) this.#nodes.set(region, [open]);
      else others.push(open);
    }
  }

  /** Those of the first region that are the least deep. */
  take(): OpenNode[] {
    const region = Math.min(...this.#nodes.keys());
    const nodes = this.#nodes.get(region) ?? [];
    const depth = nodes.reduce((least, { node }) => Math.min(least, node.depth), Number.POSITIVE_INFINITY);
    const deeper = nodes.filter(({ node }) => node.depth > depth);
    if (deeper.length > 0) this.#nodes.set(region, deeper);
    else this.#nodes.delete(region);
    return nodes.filter(({ node }) => node.depth === depth);
  }
}
