import { depthGrower, exactSplitter, type Grower, leastSquaresGoal, type PrePruning, type Tree } from "@cambium/core";
import { goalOf, restlessPacer, type SearchCase, withSearch } from "./search-case.ts";
import { coverOf, statsOf } from "./stats-record.ts";

/** A tree on the case's rows, gains divided by their total weight, as `cart` grows it. */
export async function growSample(
  plan: SearchCase,
  grower: Grower = depthGrower(),
  rules: readonly PrePruning[] = [],
): Promise<Tree> {
  const { criterion, rows } = plan;
  const goal = goalOf(plan);
  const gainUnit = gainUnitOf(plan);
  const rootImpurity = criterion.impurity(goal, rows) / gainUnit;
  return withSearch(exactSplitter(), plan, (search) =>
    grower.grow({ search, criterion, goal, rows, rules, gainUnit, rootImpurity, pacer: restlessPacer }),
  );
}

export function gainUnitOf(plan: SearchCase): number {
  return coverOf(plan.criterion, statsOf(goalOf(plan), plan.rows));
}

/** The same tree with predictions in the units of the target: least squares is learned around a centre. */
export function inUnitsOfTarget(tree: Tree, { dataset: { target }, rows }: SearchCase): Tree {
  if (target.task === "classification") return tree;
  const { centre } = leastSquaresGoal(target, rows);
  return { ...tree, value: tree.value.map((value) => value + centre) };
}
