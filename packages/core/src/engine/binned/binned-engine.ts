import type { GrowTask } from "../../grower/grower.ts";
import type { Tree } from "../../tree/tree.ts";
import { inTurns } from "../../util/turns.ts";
import { type EnginePlan, type ScoreKeeper, searchPlanOf, type TreeEngine } from "../tree-engine.ts";
import { treeOf, wholePlanOf } from "../whole-tree.ts";
import type { BinnedTrees } from "./binned-trees.ts";
import { openBinnedTrees } from "./open-binned-trees.ts";

/** Histograms in compiled loops: thresholds between bins. All threads share a tree. */
export class BinnedEngine implements TreeEngine {
  readonly name = "binned";
  readonly because = [];
  readonly roundsGoals = true;
  readonly treesAtOnce = 1;
  readonly scores: ScoreKeeper | null;

  readonly threads: number;
  readonly report: readonly string[];

  private constructor(
    private readonly plan: EnginePlan,
    private readonly trees: BinnedTrees,
  ) {
    const { pairs, leaves } = trees.rooms;
    this.threads = trees.facts.threads;
    this.report = trees.facts.report;
    const keeper: ScoreKeeper = {
      values: pairs.passes.scores,
      derive: (rows) => pairs.derive(rows),
      deriveClass: (loss, place, rows) => pairs.deriveClass(loss, place, rows),
      add: (values, place) => leaves.addToScores(values, place),
    };
    this.scores = plan.keptScores === undefined ? null : keeper;
  }

  static async open(plan: EnginePlan, maxBins: number): Promise<BinnedEngine> {
    return new BinnedEngine(plan, await openBinnedTrees(searchPlanOf(plan), maxBins));
  }

  async grow(task: GrowTask): Promise<Tree> {
    const grown = await this.trees.grow(wholePlanOf(task, this.plan));
    return inTurns(treeOf(grown, this.plan, task.rootImpurity), this.plan.pacer);
  }

  end(): void {
    this.trees.end();
  }
}
