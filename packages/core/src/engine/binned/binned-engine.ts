import type { GrowTask } from "../../grower/grower.ts";
import type { Tree } from "../../tree/tree.ts";
import { inTurns } from "../../util/turns.ts";
import { searchPlanOf } from "../search-plan-of.ts";
import type { EnginePlan, ScoreKeeper, TreeEngine } from "../tree-engine.ts";
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

  private constructor(
    private readonly plan: EnginePlan,
    private readonly trees: BinnedTrees,
  ) {
    this.scores = this.#keeper();
  }

  static async open(plan: EnginePlan, maxBins: number): Promise<BinnedEngine> {
    return new BinnedEngine(plan, await openBinnedTrees(searchPlanOf(plan), maxBins));
  }

  get threads(): number {
    return this.trees.threads;
  }

  get report(): readonly string[] {
    return this.trees.report;
  }

  async grow(task: GrowTask): Promise<Tree> {
    const grown = await this.trees.grow(wholePlanOf(task, this.plan));
    return inTurns(treeOf(grown, this.plan, task.rootImpurity), this.plan.pacer);
  }

  #keeper(): ScoreKeeper | null {
    const { trees } = this;
    const values = trees.scores;
    if (values === null) return null;
    return {
      values,
      derive: (rows) => trees.derive(rows),
      deriveClass: (loss, place, rows) => trees.deriveClass(loss, place, rows),
      add: (leaves, place) => trees.addToScores(leaves, place),
    };
  }

  end(): void {
    this.trees.end();
  }
}
