import {
  type Criterion,
  copyOfSplit,
  type Dataset,
  type FitGoal,
  gini,
  goalOfTarget,
  newton,
  type SearchNode,
  type SearchPlan,
  type Split,
  type SplitSearch,
  type Splitter,
} from "@cambium/core";
import { expectSame } from "../report/expect-same.ts";
import { rowsUpTo, SAMPLE_ROWS, type SampleTask, sampleDataset } from "./sample-dataset.ts";

/** Data, a criterion and the rows of one tree: what a search is tried on. */
export interface SearchCase {
  /** How a failure calls it. */
  readonly label: string;
  readonly dataset: Dataset;
  readonly criterion: Criterion;
  readonly minRowsLeaf: number;
  readonly rows: Uint32Array;
}

/** The tasks that suit a criterion's goal. */
export function tasksOf(goal: Criterion["goal"]): readonly SampleTask[] {
  return goal === "gradients" ? ["regression"] : ["two classes", "three classes"];
}

export async function searchCase(task: SampleTask, criterion?: Criterion): Promise<SearchCase> {
  const chosen = criterion ?? (task === "regression" ? newton({ l2: 0 }) : gini());
  return {
    label: `${task}, ${chosen.name}`,
    dataset: await sampleDataset(task),
    criterion: chosen,
    minRowsLeaf: 1,
    rows: rowsUpTo(SAMPLE_ROWS),
  };
}

/** A fresh goal for a case, whose arrays a splitter may spoil. */
export function goalOf({ dataset, criterion, rows }: Pick<SearchCase, "dataset" | "criterion" | "rows">): FitGoal {
  return goalOfTarget(criterion, dataset.target, rows).goal;
}

/** Due at every look, so that whatever may happen during a pause does happen. */
export const restlessPacer: SearchPlan["pacer"] = { due: () => true, pause: () => Promise.resolve() };

export function begin(splitter: Splitter, { dataset, criterion, minRowsLeaf }: SearchCase): Promise<SplitSearch> {
  return splitter.begin({ dataset, criterion, minRowsLeaf, pacer: restlessPacer });
}

/** Opens a search, and closes it whatever happens. */
export async function withSearch<T>(
  splitter: Splitter,
  plan: SearchCase,
  use: (search: SplitSearch) => Promise<T>,
): Promise<T> {
  const search = await begin(splitter, plan);
  try {
    return await use(search);
  } finally {
    search.end();
  }
}

/** What the search finds, to be kept: a split may find out when it is read what it can not any more when the node is cut. */
export async function bestCuts(search: SplitSearch, nodes: readonly SearchNode[]): Promise<(Split | null)[]> {
  return (await search.findBest(nodes)).map((split) => split && copyOfSplit(split));
}

/** A node of a search, by the children on the way to it: "" is the root, "01" the second child of its first. */
export type SplitsByPath = ReadonlyMap<string, Split | null>;

/** How many levels of a tree are searched. */
const LEVELS = 4;

/** The best cuts of a tree's first levels, a whole level in one wave. */
export async function searchByLevel(search: SplitSearch, goal: FitGoal, rows: Uint32Array): Promise<SplitsByPath> {
  const found = new Map<string, Split | null>();
  let wave = [{ path: "", node: await search.root(goal, rows) }];
  for (let level = 0; level < LEVELS && wave.length > 0; level++) {
    const best = await bestCuts(
      search,
      wave.map(({ node }) => node),
    );
    wave.forEach(({ path }, index) => {
      found.set(path, best[index]);
    });
    const cut = wave.filter((_, index) => best[index] !== null);
    const children = await search.apply(
      cut.map(({ node }) => node),
      best.filter((split) => split !== null),
    );
    wave = cut.flatMap(({ path }, index) =>
      [0, 1].map((side) => ({ path: `${path}${side}`, node: children[2 * index + side] })),
    );
  }
  return found;
}

/** What `searchByNode` tells about a node before it is cut. */
export type VisitNode = (path: string, node: SearchNode, split: Split | null, children: readonly SearchNode[]) => void;

/** The same nodes one at a time, second children first and depth first. */
export async function searchByNode(
  search: SplitSearch,
  goal: FitGoal,
  rows: Uint32Array,
  visit: VisitNode = () => {},
): Promise<SplitsByPath> {
  const found = new Map<string, Split | null>();
  const open = [{ path: "", node: await search.root(goal, rows) }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, node } = next;
    const [split] = await bestCuts(search, [node]);
    found.set(path, split);
    const children = split === null ? [] : await search.apply([node], [split]);
    visit(path, node, split, children);
    if (path.length + 1 < LEVELS) {
      children.forEach((child, side) => {
        open.push({ path: `${path}${side}`, node: child });
      });
    }
  }
  return found;
}

/** How a failure calls a node. */
export function describePath(path: string): string {
  return path === ""
    ? "the root"
    : `the node at ${[...path].map((side) => (side === "0" ? "left" : "right")).join(", ")}`;
}

/** Two searches of the same tree found the same splits, to the bit. */
export function expectSameSplits(label: string, expected: SplitsByPath, came: SplitsByPath): void {
  for (const path of new Set([...expected.keys(), ...came.keys()])) {
    expectSame(`${label}, ${describePath(path)}`, expected.get(path), came.get(path));
  }
}
