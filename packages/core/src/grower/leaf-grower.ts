import type { Tree } from "../tree/tree.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenCut } from "./growing-tree.ts";

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
  // The best is the last.
  const queue: OpenCut[] = [];
  const root = await tree.root();
  if (leaves > 1) for (const cut of await tree.findCuts([root])) insert(queue, cut);
  for (let remaining = leaves - 1; remaining > 0; remaining--) {
    const best = queue.pop();
    if (best === undefined) break;
    const children = await tree.apply([best], remaining === 1);
    if (remaining > 1) for (const cut of await tree.findCuts(children)) insert(queue, cut);
    if (plan.pacer.due()) await plan.pacer.pause();
  }
  return tree.finish();
}

function insert(queue: OpenCut[], cut: OpenCut): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(queue[middle], cut)) high = middle;
    else low = middle + 1;
  }
  queue.splice(low, 0, cut);
}

function isBefore(a: OpenCut, b: OpenCut): boolean {
  return a.split.gain !== b.split.gain ? a.split.gain > b.split.gain : a.id < b.id;
}
