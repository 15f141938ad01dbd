import { growWhole } from "./grow-whole.ts";
import type { Grower } from "./grower.ts";
import { GrowingTree } from "./growing-tree.ts";

/**
 * Level by level: every wave is all the nodes of one depth. Where the search grows whole trees, the order is its own, and
 * the nodes are numbered as if the levels had been made one after the other.
 */
export function depthGrower(): Grower {
  return {
    name: "depth",
    growsWhole: true,
    async grow(plan) {
      const whole = growWhole(plan);
      if (whole !== null) return whole;
      const tree = new GrowingTree(plan);
      let wave = [await tree.root()];
      while (wave.length > 0) {
        wave = await tree.apply(await tree.findCuts(wave));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}
