import { type Criterion, exactSplitter } from "@cambium/core";
import type { SampleTask } from "../data/sample-dataset.ts";
import {
  expectSameSplits,
  goalOf,
  type SplitsByPath,
  searchByLevel,
  searchCase,
  tasksOf,
  withSearch,
} from "../data/search-case.ts";

/** Searches the same data with the criterion's compiled scan and by calls of `gain`: all bits of all splits are equal. */
export async function compareKernel(criterion: Criterion): Promise<void> {
  for (const task of tasksOf(criterion.goal)) {
    const [byKernel, byCall] = await Promise.all(
      [criterion, withoutKernel(criterion)].map((each) => splits(task, each)),
    );
    expectSameSplits(task, byCall, byKernel);
  }
}

async function splits(task: SampleTask, criterion: Criterion): Promise<SplitsByPath> {
  const plan = await searchCase(task, criterion);
  return withSearch(exactSplitter(), plan, (search) => searchByLevel(search, goalOf(plan), plan.rows));
}

/** The same criterion, called once per cut. */
function withoutKernel(criterion: Criterion): Criterion {
  return {
    name: criterion.name,
    goal: criterion.goal,
    gain: (...records) => criterion.gain(...records),
    valueWidth: (width) => criterion.valueWidth(width),
    leafValue: (...record) => criterion.leafValue(...record),
    cover: (...record) => criterion.cover(...record),
    impurity: (...rows) => criterion.impurity(...rows),
  };
}
