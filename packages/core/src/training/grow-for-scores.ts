import type { Pacer } from "@cambium/kernels";
import type { SplitSearch } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import type { BoostingPlan } from "./boosting-plan.ts";
import type { BoostingRows } from "./boosting-rows.ts";
import { nothingHeldOut, pruneTree } from "./prune-tree.ts";
import type { PruningNote } from "./pruning-report.ts";

/** A tree as the model has it. */
export interface GrownTree {
  readonly tree: Tree;
  readonly notes: readonly PruningNote[];
}

/** A tree for each score, in the order of the scores; two at a time where the search has another beside it. */
export async function growForScores(
  plan: BoostingPlan,
  rows: BoostingRows,
  search: SplitSearch,
  treesBefore: number,
  pacer: Pacer,
): Promise<GrownTree[]> {
  const count = plan.initialScores.length;
  const grown = new Array<GrownTree>(count);
  let next = 0;
  const growOn = async (own: SplitSearch) => {
    try {
      while (next < count) {
        const place = next++;
        grown[place] = await growForScore(plan, rows, own, { place, isBeside, number: treesBefore + place + 1 }, pacer);
      }
    } finally {
      // Nobody begins another when one has failed.
      next = count;
    }
  };
  const searches = search.beside && rows.areApart ? [search, search.beside] : [search];
  const isBeside = searches.length > 1;
  // Both are at rest before the memory is given back.
  const ends = await Promise.allSettled(searches.map(growOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return grown;
}

async function growForScore(
  plan: BoostingPlan,
  rows: BoostingRows,
  search: SplitSearch,
  { place, isBeside, number }: { readonly place: number; readonly isBeside: boolean; readonly number: number },
  pacer: Pacer,
): Promise<GrownTree> {
  const { criterion, rules, cuts, grower } = plan;
  const goal = await rows.goalOf(place, search);
  const draw = plan.columns.drawOf(number);
  const whole = { search, criterion, goal, rows: rows.bag, rules, gainUnit: 1, rootImpurity: 0, isBeside, pacer };
  const grown = await grower.grow({ ...whole, ...(draw && { draw }) });
  const pruned = await pruneTree(grown, cuts, nothingHeldOut(rows.bag), pacer);
  const tree = shrink(await rows.refit(pruned.tree, place), plan.learningRate / plan.treesPerRound);
  await rows.add(tree, place, search);
  return { tree, notes: pruned.notes };
}

function shrink(tree: Tree, learningRate: number): Tree {
  return { ...tree, value: tree.value.map((value) => learningRate * value) };
}
