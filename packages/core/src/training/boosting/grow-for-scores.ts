import type { Pacer } from "@cambium/kernels";
import type { TreeEngine } from "../../engine/tree-engine.ts";
import type { Tree } from "../../tree/tree.ts";
import { nothingHeldOut, pruneTree } from "../single-trees/prune-tree.ts";
import type { PruningNote } from "../single-trees/pruning-report.ts";
import type { BoostingPlan } from "./boosting-plan.ts";
import type { BoostingRows } from "./boosting-rows.ts";

/** A tree as the model has it. */
export interface GrownTree {
  readonly tree: Tree;
  readonly notes: readonly PruningNote[];
}

/** A tree for each score, in the order of the scores. Trees of boosting come one after the other: all threads share each. */
export async function growForScores(
  plan: BoostingPlan,
  rows: BoostingRows,
  engine: TreeEngine,
  treesBefore: number,
  pacer: Pacer,
): Promise<GrownTree[]> {
  const grown: GrownTree[] = [];
  for (let place = 0; place < plan.initialScores.length; place++) {
    grown.push(await growForScore(plan, rows, engine, { place, number: treesBefore + place + 1 }, pacer));
  }
  return grown;
}

async function growForScore(
  plan: BoostingPlan,
  rows: BoostingRows,
  engine: TreeEngine,
  { place, number }: { readonly place: number; readonly number: number },
  pacer: Pacer,
): Promise<GrownTree> {
  const goal = await rows.goalOf(place);
  const draw = plan.columns.drawOf(number);
  const task = { goal, rows: rows.bag, gainUnit: 1, rootImpurity: 0 };
  const grown = await engine.grow({ ...task, ...(draw && { draw }) });
  const pruned = await pruneTree(grown, plan.cuts, nothingHeldOut(rows.bag), pacer);
  const tree = shrink(await rows.refit(pruned.tree, place), plan.learningRate / plan.treesPerRound);
  await rows.add(tree, place);
  return { tree, notes: pruned.notes };
}

function shrink(tree: Tree, learningRate: number): Tree {
  return { ...tree, value: tree.value.map((value) => learningRate * value) };
}
