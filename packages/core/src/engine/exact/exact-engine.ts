import type { GrowTask } from "../../grower/grower.ts";
import type { Tree } from "../../tree/tree.ts";
import { inTurns } from "../../util/turns.ts";
import { searchPlanOf } from "../search-plan-of.ts";
import type { EnginePlan, LeafValues, ScoreKeeper, TreeEngine } from "../tree-engine.ts";
import { treeOf, wholePlanOf } from "../whole-tree.ts";
import { WholeTrees } from "./whole-trees.ts";

/** Whole trees in one compiled loop: all thresholds between values, by depth or best first. */
export class ExactEngine implements TreeEngine {
  readonly name = "exact";
  readonly because: readonly string[];
  readonly roundsGoals = false;
  readonly scores: ScoreKeeper | null;

  private constructor(
    private readonly plan: EnginePlan,
    private readonly trees: WholeTrees,
  ) {
    const { keptScores = 0, dataset, sharesTrees = false, threads = 1, grower } = plan;
    const isUnshared = sharesTrees && threads > 1 && grower.order?.by === "gain" && trees.threads === 1;
    this.because = isUnshared ? ["threads do not share a tree that grows best first"] : [];
    const values = new Float64Array(keptScores * dataset.rowCount);
    this.scores = keptScores > 0 ? this.#keeperOf(values) : null;
  }

  static async open(plan: EnginePlan): Promise<ExactEngine> {
    return new ExactEngine(plan, await WholeTrees.open(searchPlanOf(plan)));
  }

  get threads(): number {
    return this.trees.threads;
  }

  get treesAtOnce(): number {
    return this.trees.treesAtOnce;
  }

  get report(): readonly string[] {
    return this.trees.report;
  }

  async grow(task: GrowTask): Promise<Tree> {
    const grown = await this.trees.grow(wholePlanOf(task, this.plan));
    return inTurns(treeOf(grown, this.plan, task.rootImpurity), this.plan.pacer);
  }

  #keeperOf(values: Float64Array): ScoreKeeper {
    const { rowCount } = this.plan.dataset;
    return {
      values,
      derive: async () => null,
      deriveClass: async () => null,
      add: ({ ofRow }: LeafValues, place: number) =>
        this.trees.addToScores(values.subarray(place * rowCount, (place + 1) * rowCount), ofRow),
    };
  }

  end(): void {
    this.trees.end();
  }
}
