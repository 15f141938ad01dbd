import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenCut, type OpenNode } from "./growing-tree.ts";

/**
 * All nodes of a level are cut alike: by the one cut whose gains, summed over the nodes, are the greatest. A node of which that
 * cut would leave a side without rows, or with fewer than it must have, is not cut there; it stays open, and the cut of a
 * later level may cut it. There are as many levels as the rules allow depths. (CatBoost makes the empty side a leaf of its own.
 * Here whatever comes to it later is told what the node would say, rather than nothing.)
 */
export function symmetricGrower(): Grower {
  return {
    name: "symmetric",
    order: { by: "level" },
    async grow(plan) {
      const tree = new GrowingTree(plan);
      let open = [await tree.root()];
      for (let level = 0; level < levelsOf(plan); level++) {
        const cuts = await tree.findCuts(open, true);
        if (cuts.length === 0) break;
        open = inPlaceOf(open, cuts, await tree.apply(cuts));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}

function levelsOf({ rules }: GrowPlan): number {
  return Math.min(...rules.map(({ bounds }) => bounds?.maxDepth ?? Number.POSITIVE_INFINITY));
}

/** The open nodes from left to right, children in the place of those that were cut. */
function inPlaceOf(open: readonly OpenNode[], cuts: readonly OpenCut[], children: readonly OpenNode[]): OpenNode[] {
  const place = new Map(cuts.map(({ id }, i) => [id, i]));
  return open.flatMap((node) => {
    const i = place.get(node.id);
    return i === undefined ? [node] : [children[2 * i], children[2 * i + 1]];
  });
}
