import { type Criterion, createDataset, type Split, type Splitter, type TreeDraw } from "@cambium/core";
import { rowsUpTo } from "../data/sample-dataset.ts";
import { bestCuts, goalOf, type SearchCase, withSearch } from "../data/search-case.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { criteriaOf, type SplitterScope } from "./splitter-scope.ts";

/** Laws of ties, on data whose best cuts gain the same to the bit. */
export function tieLaws(splitter: Splitter, scope: SplitterScope): Check[] {
  const forEach = (law: (splitter: Splitter, criterion: Criterion) => Promise<void>) => async () => {
    for (const criterion of criteriaOf(scope)) await law(splitter, criterion);
  };
  return [
    {
      law: "ties go to the lowest feature",
      lookAt: "`findBest`: of equal gains the feature that stands first wins, in whichever order they are searched",
      run: forEach(expectLowestFeature),
    },
    {
      law: "where a tree has a draw, ties of features go by an order that is drawn for the node",
      lookAt: "`root`: its `draw` decides, by its key and the node's path, which of the features that tie comes first",
      run: forEach(expectDrawnFeature),
    },
    {
      law: "ties on a feature go to the lowest threshold",
      lookAt: "`findBest`: a later cut replaces the best only if it gains more; a draw does not change that",
      run: forEach(expectLowestThreshold),
    },
    {
      law: "ties of a threshold go to missing values on the left",
      lookAt:
        "`findBest`: of equal gains the cut with the missing values on the left wins; a draw does not change that",
      run: forEach(expectMissingLeft),
    },
  ];
}

/** The best cut of rows with these targets: numbers, or as many classes. */
async function bestCut(
  splitter: Splitter,
  criterion: Criterion,
  columns: Record<string, (number | null)[]>,
  targets: readonly number[],
  { draw, minRowsLeaf = 1 }: { readonly draw?: TreeDraw | undefined; readonly minRowsLeaf?: number } = {},
): Promise<Split> {
  const target = criterion.goal === "gradients" ? targets : targets.map((value) => `class ${value}`);
  const dataset = await createDataset({ ...columns, target }, { target: "target" });
  const rows = rowsUpTo(targets.length);
  const plan: SearchCase = { label: "ties", dataset, criterion, minRowsLeaf, rows };
  const [split] = await withSearch(splitter, plan, async (search) =>
    bestCuts(search, [await search.root(goalOf(plan), rows, draw)]),
  );
  if (split === null) throw new Mismatch(`targets ${targets.join(", ")}`, "a cut", "null");
  return split;
}

const VALUES = [1, 2, 3, 4];
const EQUAL_COLUMNS = { first: VALUES, second: VALUES, third: VALUES };
const HALVES = [1, 1, 3, 3];

async function expectLowestFeature(splitter: Splitter, criterion: Criterion): Promise<void> {
  const split = await bestCut(splitter, criterion, EQUAL_COLUMNS, HALVES);
  if (split.feature !== 0) throw new Mismatch("three equal columns", "feature 0", split.feature);
}

/** By a fair order none of three features is first for 40 keys in a row but once in ten million times. */
const KEYS = 40;

async function expectDrawnFeature(splitter: Splitter, criterion: Criterion): Promise<void> {
  const winners = new Set<number>();
  for (let key = 0; key < KEYS; key++) {
    const winnerOf = async (features?: readonly number[]) =>
      (await bestCut(splitter, criterion, EQUAL_COLUMNS, HALVES, { draw: { key, ...(features && { features }) } }))
        .feature;
    const winner = await winnerOf();
    const where = `three equal columns, draw with key ${key}`;
    const again = await winnerOf();
    if (again !== winner) throw new Mismatch(`${where}, again`, `feature ${winner}`, again);
    const other = (winner + 1) % 3;
    const ofTwo = await winnerOf([Math.min(winner, other), Math.max(winner, other)]);
    if (ofTwo !== winner) throw new Mismatch(`${where}, of features ${winner} and ${other}`, `${winner}`, ofTwo);
    winners.add(winner);
  }
  if (winners.size === 3) return;
  const came = `only ${[...winners].sort().join(" and ")}`;
  throw new Mismatch(`three equal columns, draws with ${KEYS} keys`, "each feature now and then", came);
}

/** No draw, and one. */
const DRAWS = [undefined, { key: 1 }];

async function expectLowestThreshold(splitter: Splitter, criterion: Criterion): Promise<void> {
  for (const draw of DRAWS) {
    const { threshold } = await bestCut(splitter, criterion, { x: VALUES }, [1, 2, 2, 1], { draw });
    if (threshold >= 1 && threshold < 2) continue;
    throw new Mismatch("x = 1, 2, 3, 4 with targets 1, 2, 2, 1", "a threshold from 1 to below 2", threshold);
  }
}

/** Both values have the same targets, so that it is all one which of them the missing values join. */
const TWO_VALUES = { x: [1, 1, 1, 2, 2, 2, null, null] };
const SAME_TARGETS = [1, 1, 2, 1, 1, 2, 2, 2];

async function expectMissingLeft(splitter: Splitter, criterion: Criterion): Promise<void> {
  for (const draw of DRAWS) {
    // With three rows on both sides the missing values can not be parted from all others.
    const { missingChild } = await bestCut(splitter, criterion, TWO_VALUES, SAME_TARGETS, { draw, minRowsLeaf: 3 });
    if (missingChild === 0) continue;
    const where = `x = ${TWO_VALUES.x.map((x) => x ?? "missing").join(", ")}, targets ${SAME_TARGETS.join(", ")}`;
    throw new Mismatch(`${where}, minRowsLeaf 3`, "missingChild 0", missingChild);
  }
}
