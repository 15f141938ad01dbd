import type { FitGoal, SearchNode, Split, Splitter } from "@cambium/core";
import { gainOfParts } from "../data/gain-of-parts.ts";
import { describePath, goalOf, type SearchCase, searchByNode, withSearch } from "../data/search-case.ts";
import { coverOf, type StatsRecord, statsOf } from "../data/stats-record.ts";
import { expectSame } from "../report/expect-same.ts";
import { Mismatch } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { bestGain } from "./best-gain.ts";
import { partRows } from "./part-rows.ts";
import type { SplitterScope } from "./splitter-scope.ts";

/** Laws of the cuts that a splitter finds and applies. */
export function cutLaws(splitter: Splitter, cases: readonly SearchCase[], scope: SplitterScope): Check[] {
  const expectBest = (visited: VisitedNode) => expectBestCut(visited, scope.partitions === "some");
  return [
    {
      law: "the best cut of every node gains what brute force finds",
      lookAt:
        "`findBest`: all thresholds and category sets, missing values on both sides; and where `apply` moved the rows",
      run: () => forEachNode(splitter, cases, expectBest),
    },
    {
      law: "with minRowsLeaf the best of the thresholds that keep to it is found, or a cut that gains more",
      lookAt: "`findBest`: rows on both sides, missing ones included, are at least `minRowsLeaf`",
      run: () =>
        forEachNode(
          splitter,
          cases.map((plan) => ({ ...plan, minRowsLeaf: 7 })),
          // The order that finds the best partition of categories need not find the best of those that a limit leaves.
          (visited) => expectBestCut(visited, true),
        ),
    },
    {
      law: "a split tells the truth about its gain and its children",
      lookAt:
        "`gain`, `childStats` and `childRows` of a split: they follow from the rows that its threshold or categories part",
      run: () => forEachNode(splitter, cases, expectTruth),
    },
    {
      law: "a missing value that a node never saw goes where more weight went",
      lookAt: "`missingChild`: without missing values in the node it is the child of more cover, of equals the first",
      run: () => forEachNode(splitter, cases, expectHeavierChild),
    },
    {
      law: "apply gives the two children that the split tells of",
      lookAt: "`apply`: depth + 1, end - start = childRows, stats = childStats, first child first",
      run: () => forEachNode(splitter, cases, expectChildren),
    },
  ];
}

/** A node with the rows that came to it by the splits above. */
interface VisitedNode {
  readonly splitter: Splitter;
  readonly where: string;
  readonly plan: SearchCase;
  readonly goal: FitGoal;
  readonly rows: Uint32Array;
  readonly depth: number;
  readonly split: Split | null;
  readonly children: readonly SearchNode[];
}

/** Searches the cases node by node, and shows each node to the law. */
async function forEachNode(
  splitter: Splitter,
  cases: readonly SearchCase[],
  law: (visited: VisitedNode) => void | Promise<void>,
): Promise<void> {
  for (const plan of cases) {
    const goal = goalOf(plan);
    const visited: VisitedNode[] = [];
    const rowsAt = new Map([["", plan.rows]]);
    await withSearch(splitter, plan, (search) =>
      searchByNode(search, goalOf(plan), plan.rows, (path, node, split, children) => {
        const rows = rowsAt.get(path) ?? new Uint32Array(0);
        const where = `${plan.label}, ${describePath(path)}`;
        visited.push({ splitter, where, plan, goal, rows, depth: node.depth, split, children });
        if (split === null) return;
        partRows(split, plan.dataset, rows).forEach((part, side) => {
          rowsAt.set(`${path}${side}`, part);
        });
      }),
    );
    for (const each of visited) await law(each);
  }
}

/** What this split gains, from the rows that it parts. */
function gainOfSplit({ plan, goal, rows }: VisitedNode, split: Split): number {
  return gainOfParts(plan.criterion, goal, partRows(split, plan.dataset, rows));
}

/** The records of both sides. One that is no sum is that of a root with the same rows. */
async function recordsOf(visited: VisitedNode, parts: readonly Uint32Array[]): Promise<StatsRecord[]> {
  const { splitter, plan, goal } = visited;
  if (plan.criterion.additive !== false) return parts.map((part) => statsOf(goal, part));
  return withSearch(splitter, plan, async (search) => {
    const records: StatsRecord[] = [];
    for (const part of parts) records.push((await search.root(goalOf(plan), part)).stats.slice());
    return records;
  });
}

function expectBestCut(visited: VisitedNode, ofNumbers: boolean): void {
  const { where, plan, goal, rows, split } = visited;
  const best = bestGain(plan, goal, rows);
  const least = ofNumbers ? bestGain(plan, goal, rows, true) : best;
  const gain = split === null ? 0 : gainOfSplit(visited, split);
  const smallest = split === null ? rows.length : Math.min(...partRows(split, plan.dataset, rows).map((p) => p.length));
  if (smallest < plan.minRowsLeaf && split !== null) {
    throw new Mismatch(where, `at least ${plan.minRowsLeaf} rows on both sides`, `${smallest} on one`);
  }
  if (gain >= least * (1 - 1e-12) && gain <= best * (1 + 1e-12)) return;
  const feature = split === null ? "no cut" : `${gain} on "${plan.dataset.columns[split.feature].name}"`;
  throw new Mismatch(where, `a cut that gains ${least === best ? best : `${least} to ${best}`}`, feature);
}

async function expectTruth(visited: VisitedNode): Promise<void> {
  const { where, plan, rows, split } = visited;
  if (split === null) return;
  const parts = partRows(split, plan.dataset, rows);
  const told = { childRows: split.childRows, childStats: split.childStats };
  const truth = {
    childRows: parts.map((part) => part.length),
    childStats: (await recordsOf(visited, parts)).flatMap((record) => [...record]),
  };
  expectSame(where, truth, told);
  const gain = gainOfSplit(visited, split);
  if (Math.abs(split.gain - gain) > 1e-12 * gain) throw new Mismatch(where, `a gain of ${gain}`, split.gain);
}

async function expectHeavierChild(visited: VisitedNode): Promise<void> {
  const { where, plan, rows, split } = visited;
  if (split === null) return;
  const column = plan.dataset.columns[split.feature];
  const sawMissing = rows.some((row) =>
    column.kind === "numeric" ? Number.isNaN(column.values[row]) : column.codes[row] < 0,
  );
  if (sawMissing) return;
  const parts = partRows(split, plan.dataset, rows);
  const [left, right] = (await recordsOf(visited, parts)).map((record) => coverOf(plan.criterion, record));
  const heavier = left >= right ? 0 : 1;
  if (split.missingChild !== heavier) {
    throw new Mismatch(`${where}, covers ${left} and ${right}`, `missingChild ${heavier}`, split.missingChild);
  }
}

function expectChildren({ where, depth, split, children }: VisitedNode): void {
  if (split === null) return;
  const width = split.childStats.length / 2;
  const told = [0, 1].map((side) => ({
    depth: depth + 1,
    rows: split.childRows[side],
    stats: split.childStats.slice(side * width, (side + 1) * width),
  }));
  const came = children.map((child) => ({ depth: child.depth, rows: child.end - child.start, stats: child.stats }));
  expectSame(`${where}, children`, told, came);
}
