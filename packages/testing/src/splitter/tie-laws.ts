import { createDataset, type FitGoal, newton, type Split, type Splitter } from "@cambium/core";
import { rowsUpTo } from "../data/sample-dataset.ts";
import { type SearchCase, withSearch } from "../data/search-case.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";

/** Laws of ties, on data whose best cuts gain the same to the bit. */
export function tieLaws(splitter: Splitter): Check[] {
  return [
    {
      law: "ties go to the lowest feature",
      lookAt: "`findBest`: of equal gains the feature that stands first wins, in whichever order they are searched",
      run: () => expectLowestFeature(splitter),
    },
    {
      law: "ties on a feature go to the lowest threshold",
      lookAt: "`findBest`: a later cut replaces the best only if it gains more",
      run: () => expectLowestThreshold(splitter),
    },
    {
      law: "ties of a threshold go to missing values on the left",
      lookAt: "`findBest`: of equal gains the cut with the missing values on the left wins",
      run: () => expectMissingLeft(splitter),
    },
  ];
}

/** The best cut of rows with these gradients and hessians of 1. */
async function bestCut(
  splitter: Splitter,
  columns: Record<string, (number | null)[]>,
  gradients: readonly number[],
): Promise<Split> {
  const dataset = await createDataset({ ...columns, target: [...gradients] }, { target: "target" });
  const rows = rowsUpTo(gradients.length);
  const plan: SearchCase = { label: "ties", dataset, criterion: newton({ l2: 0 }), minRowsLeaf: 1, rows };
  const goal: FitGoal = {
    kind: "gradients",
    gradients: Float64Array.from(gradients),
    hessians: new Float64Array(gradients.length).fill(1),
    targets: null,
  };
  const [split] = await withSearch(splitter, plan, async (search) => search.findBest([await search.root(goal, rows)]));
  if (split === null) throw new Mismatch(`gradients ${gradients.join(", ")}`, "a cut", "null");
  return split;
}

async function expectLowestFeature(splitter: Splitter): Promise<void> {
  const values = [1, 2, 3, 4];
  const split = await bestCut(splitter, { first: values, second: values, third: values }, [1, 1, -1, -1]);
  if (split.feature !== 0) throw new Mismatch("three equal columns", "feature 0", split.feature);
}

async function expectLowestThreshold(splitter: Splitter): Promise<void> {
  const { threshold } = await bestCut(splitter, { x: [1, 2, 3, 4] }, [1, 0, 0, -1]);
  if (threshold >= 1 && threshold < 2) return;
  throw new Mismatch("x = 1, 2, 3, 4 with gradients 1, 0, 0, -1", "a threshold from 1 to below 2", threshold);
}

async function expectMissingLeft(splitter: Splitter): Promise<void> {
  const { missingChild } = await bestCut(splitter, { x: [1, 1, 2, 2, null, null] }, [1, 1, -1, -1, 0, 0]);
  if (missingChild === 0) return;
  throw new Mismatch("x = 1, 1, 2, 2, missing, missing, gradients 1, 1, -1, -1, 0, 0", "missingChild 0", missingChild);
}
