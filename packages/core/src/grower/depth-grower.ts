import type { Grower } from "./grower.ts";
import { GrowingTree } from "./growing-tree.ts";

/** Level by level: every wave is all the nodes of one depth. */
export function depthGrower(): Grower {
  return {
    name: "depth",
    async grow(plan) {
      const tree = new GrowingTree(plan);
      let wave = [await tree.root()];
      while (wave.length > 0) {
        wave = await tree.apply(await tree.findCuts(wave));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return tree.finish();
    },
  };
}
