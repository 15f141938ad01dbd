import type { Tree } from "../tree/tree.ts";
import { checkArgument, integerFrom } from "../util/check-options.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenCut, type OpenNode } from "./growing-tree.ts";

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
    const { id, split } = queue[middle];
    const isBetter = split.gain > cut.split.gain || (split.gain === cut.split.gain && id < cut.id);
    if (isBetter) high = middle;
    else low = middle + 1;
  }
  queue.splice(low, 0, cut);
}

/**
 * All nodes of a level are split alike: by the one split with the greatest sum of gains over the nodes. A node is not split where
 * one side would have no rows, or fewer than the limit; it stays open, and the split of a later level may split it. There are as many
 * levels as the rules allow depths. (CatBoost makes the empty side a leaf of its own. Here a later row of that side gets the value of
 * the node, rather than nothing.)
 */
export function symmetricGrower(): Grower {
  return {
    name: "symmetric",
    order: { by: "level" },
    async grow(plan) {
      const tree = new GrowingTree(plan);
      let open = [await tree.root()];
      const levels = Math.min(...plan.rules.map(({ bounds }) => bounds?.maxDepth ?? Number.POSITIVE_INFINITY));
      for (let level = 0; level < levels; level++) {
        const cuts = await tree.findCuts(open, true);
        if (cuts.length === 0) break;
        open = inPlaceOf(open, cuts, await tree.apply(cuts));
        if (plan.pacer.due()) await plan.pacer.pause();
      }
      return await tree.finish();
    },
  };
}

/** The open nodes from left to right, children in the place of those that were cut. */
function inPlaceOf(open: readonly OpenNode[], cuts: readonly OpenCut[], children: readonly OpenNode[]): OpenNode[] {
  const place = new Map(cuts.map(({ id }, i) => [id, i]));
  return open.flatMap((node) => {
    const i = place.get(node.id);
    return i === undefined ? [node] : [children[2 * i], children[2 * i + 1]];
  });
}
