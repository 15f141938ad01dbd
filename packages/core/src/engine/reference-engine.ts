import { type EnginePlan, searchPlanOf, type TreeEngine } from "./tree-engine.ts";

/** A splitter finds the splits, and a grower makes the tree of them: any of both, on one thread, one tree after the other. */
export async function openReferenceEngine(plan: EnginePlan, because: readonly string[]): Promise<TreeEngine> {
  const { grower, criterion, rules, pacer, splitter } = plan;
  const search = await splitter.begin(searchPlanOf(plan));
  return {
    ...{ name: "reference", because, threads: 1, treesAtOnce: 1, report: [] },
    roundsGoals: search.roundsGoals ?? false,
    scores: null,
    grow: (task) => grower.grow({ ...task, search, criterion, rules, pacer }),
    end: () => search.end(),
  };
}
