import { collapseTree } from "../tree/collapse-tree.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { Grower } from "./grower.ts";
import { GrowingTree } from "./growing-tree.ts";
import { QueueOfCuts } from "./queue-of-cuts.ts";

/**
 * Best first: of all open nodes the one whose cut gains most is cut next, until the tree has `leaves` leaves. Of equal
 * gains the node that was made first is cut. The finished tree is numbered level by level: a
 * limit that is never reached gives the same tree, byte for byte, as growth by depth.
 */
export function leafGrower(leaves: number): Grower {
  checkArgument("leafGrower", leaves, integerFrom(1));
  return {
    name: "leaf",
    async grow(plan) {
      const tree = new GrowingTree(plan);
      const queue = new QueueOfCuts();
      let wave = [await tree.root()];
      for (let count = 1; count < leaves; count++) {
        for (const cut of await tree.findCuts(wave)) queue.push(cut);
        const best = queue.pop();
        if (best === undefined) break;
        wave = await tree.apply([best]);
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      const grown = tree.finish();
      return collapseTree(grown, new Uint8Array(grown.nodeCount));
    },
  };
}
