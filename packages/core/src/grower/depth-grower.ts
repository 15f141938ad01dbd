import { growWhole } from "./grow-whole.ts";
import type { Grower } from "./grower.ts";
import { GrowingTree, type OpenNode } from "./growing-tree.ts";

/**
 * Level by level: every wave is all the nodes of one depth, or as many of them as the search wants at once. Where it grows whole
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
      // Whoever watches is told of the nodes level by level.
      const { rowsAtOnce = Number.POSITIVE_INFINITY } = plan.onNode === undefined ? plan.search : {};
      // The last of these is the next.
      const waves = [[await tree.root()]];
      for (let wave = waves.pop(); wave !== undefined; wave = waves.pop()) {
        const children = await tree.apply(await tree.findCuts(wave));
        waves.push(...inWaves(children, rowsAtOnce).reverse());
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}

/** Nodes, which stand in the order of their rows, in waves of no more rows than that, or of one node. */
function inWaves(nodes: readonly OpenNode[], mostRows: number): OpenNode[][] {
  const waves: OpenNode[][] = [];
  let rows = 0;
  for (const open of nodes) {
    const ownRows = open.node.end - open.node.start;
    if (waves.length === 0 || rows + ownRows > mostRows) {
      waves.push([]);
      rows = 0;
    }
    waves[waves.length - 1].push(open);
    rows += ownRows;
  }
  return waves;
}
