import type { GrowTask } from "../grower/grower.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";
import { type EnginePlan, searchPlanOf, type TreeEngine } from "./tree-engine.ts";

/** A splitter finds the splits, and a grower makes the tree of them: any of both, on one thread, one tree after the other. */
export class ReferenceEngine implements TreeEngine {
  readonly name = "reference";
  readonly threads = 1;
  readonly treesAtOnce = 1;
  readonly report = [];
  readonly scores = null;

  private constructor(
    private readonly plan: EnginePlan,
    readonly because: readonly string[],
    private readonly search: SplitSearch,
  ) {}

  static async open(plan: EnginePlan, because: readonly string[]): Promise<ReferenceEngine> {
    return new ReferenceEngine(plan, because, await plan.splitter.begin(searchPlanOf(plan)));
  }

  get roundsGoals(): boolean {
    return this.search.roundsGoals ?? false;
  }

  grow(task: GrowTask): Promise<Tree> {
    const { grower, criterion, rules, pacer } = this.plan;
    return grower.grow({ ...task, search: this.search, criterion, rules, pacer });
  }

  end(): void {
    this.search.end();
  }
}
