import { type Criterion, createDataset, type Splitter } from "@cambium/core";
import { gainOfParts } from "../data/gain-of-parts.ts";
import { numberSequence } from "../data/number-sequence.ts";
import { rowsUpTo } from "../data/sample-dataset.ts";
import { bestCuts, goalOf, type SearchCase, withSearch } from "../data/search-case.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { bestGain } from "./best-gain.ts";
import { partRows } from "./part-rows.ts";
import { criteriaOf, type SplitterScope } from "./splitter-scope.ts";

const LABELS: readonly string[] = ["first", "second", "third", "fourth"];
const SAMPLES = 12;
const ROWS = 40;

/** The law of categories, on columns of which no order of the categories says how to part them. */
export function partitionLaws(splitter: Splitter, scope: SplitterScope): Check[] {
  return [
    {
      law: "of all partitions of six categories the best is found",
      lookAt:
        "`findBest`: one category against the rest is not enough, and no single order is with more than two classes",
      run: async () => {
        for (const criterion of criteriaOf(scope)) await expectBestPartitions(splitter, criterion);
      },
    },
  ];
}

async function expectBestPartitions(splitter: Splitter, criterion: Criterion): Promise<void> {
  for (let sample = 0; sample < SAMPLES; sample++) {
    const plan = await partitionCase(sample, criterion);
    const goal = goalOf(plan);
    const expected = bestGain(plan, goal, plan.rows);
    const [split] = await withSearch(splitter, plan, async (search) =>
      bestCuts(search, [await search.root(goalOf(plan), plan.rows)]),
    );
    const parts = split === null ? [plan.rows] : partRows(split, plan.dataset, plan.rows);
    const gain = gainOfParts(criterion, goal, parts);
    if (Math.abs(gain - expected) > 1e-12 * expected) {
      throw new Mismatch(plan.label, `a cut that gains ${expected}`, gain);
    }
  }
}

async function partitionCase(sample: number, criterion: Criterion): Promise<SearchCase> {
  const isRegression = criterion.goal === "gradients";
  const next = numberSequence(sample);
  const draw = (limit: number) => Math.floor(limit * next());
  const letters = Array.from({ length: ROWS }, () => "abcdef"[draw(6)]);
  const target = letters.map(() => (isRegression ? draw(9) : LABELS[draw(4)]));
  return {
    label: `sample ${sample} of ${isRegression ? "numbers" : "four classes"} by six categories`,
    dataset: await createDataset({ letter: letters, target }, { target: "target" }),
    criterion,
    minRowsLeaf: 1,
    rows: rowsUpTo(ROWS),
  };
}
