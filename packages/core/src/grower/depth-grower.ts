import type { Grower } from "./grower.ts";
import { GrowingTree } from "./growing-tree.ts";

/** Level by level: every wave is all the nodes of one depth. */
export function depthGrower(): Grower {
  return {
    name: "depth",
    order: { by: "depth" },
    async grow(plan) {
      const tree = new GrowingTree(plan);
      for (let open = [await tree.root()]; open.length > 0; ) {
        open = await tree.apply(await tree.findCuts(open));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}
