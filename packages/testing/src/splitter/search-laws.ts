import type { SplitSearch, Splitter } from "@cambium/core";
import { weightOf } from "../data/gain-of-parts.ts";
import {
  begin,
  bestCuts,
  expectSameSplits,
  goalOf,
  type SearchCase,
  searchByLevel,
  searchByNode,
  withSearch,
} from "../data/search-case.ts";
import { coverOf, statsOf } from "../data/stats-record.ts";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";

/** Laws of a search's life: waves, trees one after the other, bags, searches side by side, the end. */
export function searchLaws(splitter: Splitter, cases: readonly SearchCase[]): Check[] {
  const forEach = (law: (splitter: Splitter, plan: SearchCase) => Promise<void>) => async () => {
    for (const plan of cases) await law(splitter, plan);
  };
  return [
    {
      law: "the root holds the rows of its bag and no others",
      lookAt: "`root`: `rows` need not be all rows of the dataset",
      run: forEach(expectBag),
    },
    {
      law: "the grouping of nodes into waves changes nothing",
      lookAt: "`findBest`: what is shared between the nodes of a wave must not reach their results",
      run: forEach(expectSameInWaves),
    },
    {
      law: "a second tree on the same search owes nothing to the first",
      lookAt: "`root`: it puts all rows back, and takes the new goal",
      run: forEach(expectFreshTrees),
    },
    {
      law: "the search leaves the dataset, the goal and the rows as they are",
      lookAt: "`begin` and `root`: sort and mark copies, others read the same arrays",
      run: forEach(expectUntouchedInputs),
    },
    {
      law: "two searches side by side do not disturb each other",
      lookAt: "`begin`: every search has memory of its own, until `end`",
      run: forEach(expectOwnMemory),
    },
    {
      law: "a search that has ended refuses to work",
      lookAt: "`end`: memory that was given back may be another run's; reading it must be an error",
      run: forEach(expectEnd),
    },
  ];
}

/** Every second row, and one more where that is needed to have an odd number of them. */
function bagOf(plan: SearchCase): SearchCase {
  return { ...plan, rows: plan.rows.filter((row) => row % 2 === 0 || row === 1) };
}

async function expectBag(splitter: Splitter, plan: SearchCase): Promise<void> {
  const bag = bagOf(plan);
  await withSearch(splitter, plan, async (search) => {
    const root = await search.root(goalOf(bag), bag.rows);
    const goal = goalOf(bag);
    // A record that is no sum says at least the weight of its rows.
    const said = (stats: Float64Array) => (plan.criterion.additive === false ? coverOf(plan.criterion, stats) : stats);
    const stats = plan.criterion.additive === false ? weightOf(goal, bag.rows) : statsOf(goal, bag.rows);
    const came = { depth: root.depth, rows: root.end - root.start, stats: said(root.stats) };
    expectSame(`${plan.label}, root of a bag`, { depth: 0, rows: bag.rows.length, stats }, came);
  });
}

async function expectSameInWaves(splitter: Splitter, plan: SearchCase): Promise<void> {
  const byNode = await withSearch(splitter, plan, (search) => searchByNode(search, goalOf(plan), plan.rows));
  const byLevel = await withSearch(splitter, plan, (search) => searchByLevel(search, goalOf(plan), plan.rows));
  expectSameSplits(`${plan.label}, a level in one wave`, byNode, byLevel);
}

async function expectFreshTrees(splitter: Splitter, plan: SearchCase): Promise<void> {
  const bag = bagOf(plan);
  const grow = (search: SplitSearch, { rows }: SearchCase) => searchByNode(search, goalOf({ ...plan, rows }), rows);
  const alone = await withSearch(splitter, plan, (search) => grow(search, bag));
  const whole = await withSearch(splitter, plan, (search) => grow(search, plan));
  await withSearch(splitter, plan, async (search) => {
    expectSameSplits(`${plan.label}, first tree`, whole, await grow(search, plan));
    expectSameSplits(`${plan.label}, second tree, of a bag`, alone, await grow(search, bag));
    expectSameSplits(`${plan.label}, third tree, of all rows again`, whole, await grow(search, plan));
  });
}

async function expectUntouchedInputs(splitter: Splitter, plan: SearchCase): Promise<void> {
  const bag = bagOf(plan);
  const goal = goalOf(bag);
  const inputs = { columns: plan.dataset.columns, target: plan.dataset.target, goal, rows: bag.rows };
  const before = plainCopy(inputs);
  await withSearch(splitter, plan, (search) => searchByLevel(search, goal, bag.rows));
  expectSame(plan.label, before, inputs);
}

async function expectOwnMemory(splitter: Splitter, plan: SearchCase): Promise<void> {
  const bag = bagOf(plan);
  const alone = await withSearch(splitter, plan, (search) => searchByNode(search, goalOf(plan), plan.rows));
  await withSearch(splitter, plan, async (search) => {
    const root = await search.root(goalOf(plan), plan.rows);
    await withSearch(splitter, plan, (other) => searchByLevel(other, goalOf(bag), bag.rows));
    const [split] = await bestCuts(search, [root]);
    expectSame(`${plan.label}, the root after another search`, alone.get("") ?? null, split);
  });
}

async function expectEnd(splitter: Splitter, plan: SearchCase): Promise<void> {
  const search = await begin(splitter, plan);
  await search.root(goalOf(plan), plan.rows);
  search.end();
  const works = await search
    .root(goalOf(plan), plan.rows)
    .then((root) => search.findBest([root]))
    .then(
      () => true,
      () => false,
    );
  if (works) throw new Mismatch(`${plan.label}, root and findBest after end`, "a rejection", "an answer");
}
