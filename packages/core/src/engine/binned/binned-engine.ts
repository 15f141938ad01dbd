import { inTurns } from "../../util/turns.ts";
import { type EnginePlan, type ScoreKeeper, searchPlanOf, type TreeEngine } from "../tree-engine.ts";
import { treeOf, wholePlanOf } from "../whole-tree.ts";
import { openBinnedTrees } from "./open-binned-trees.ts";

/** Histograms in compiled loops: thresholds between bins. All threads share a tree. */
export async function openBinnedEngine(plan: EnginePlan, maxBins: number): Promise<TreeEngine> {
  const trees = await openBinnedTrees(searchPlanOf(plan), maxBins);
  const { pairs, leaves } = trees.rooms;
  const keeper: ScoreKeeper = {
    values: pairs.passes.scores,
    derive: (rows) => pairs.derive(rows),
    deriveClass: (loss, place, rows) => pairs.deriveClass(loss, place, rows),
    add: (values, place) => leaves.addToScores(values, place),
  };
  return {
    ...{ name: "binned", because: [], treesAtOnce: 1 },
    get threads() {
      return trees.facts.threads();
    },
    get report() {
      return trees.facts.report();
    },
    roundsGoals: true,
    scores: plan.keptScores === undefined ? null : keeper,
    async grow(task) {
      const grown = await trees.grow(wholePlanOf(task, plan));
      return inTurns(treeOf(grown, plan, task.rootImpurity), plan.pacer);
    },
    end: () => trees.end(),
  };
}
