import type { Tree } from "../tree/tree.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree } from "./growing-tree.ts";
import { QueueOfCuts } from "./queue-of-cuts.ts";

/**
 * Best first: of all open nodes the one whose split gains most is split next, until the tree has `leaves` leaves. Of equal
 * gains the node that was made first is split. The finished tree is numbered level by level: a
 * limit that is never reached gives the same tree, byte for byte, as growth by depth.
 */
export function leafGrower(leaves: number): Grower {
  checkArgument("leafGrower", leaves, integerFrom(1));
  return { name: "leaf", order: { by: "gain", leaves }, grow: (plan) => growBestFirst(plan, leaves) };
}

async function growBestFirst(plan: GrowPlan, leaves: number): Promise<Tree> {
  const tree = new GrowingTree(plan);
  const queue = new QueueOfCuts();
  const root = await tree.root();
  if (leaves > 1) for (const cut of await tree.findCuts([root])) queue.push(cut);
  for (let remaining = leaves - 1; remaining > 0; remaining--) {
    const best = queue.pop();
    if (best === undefined) break;
    const children = await tree.apply([best], remaining === 1);
    if (remaining > 1) for (const cut of await tree.findCuts(children)) queue.push(cut);
    if (plan.pacer.due()) await plan.pacer.pause();
  }
  return tree.finish();
}
