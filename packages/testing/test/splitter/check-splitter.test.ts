import {
  absoluteError,
  type Dataset,
  exactSplitter,
  type FitGoal,
  newton,
  type SearchNode,
  type SearchPlan,
  type Split,
  type SplitSearch,
  type Splitter,
} from "@cambium/core";
import { expect, test } from "vitest";
import { assertPassed, checkSplitter } from "../../src/index.ts";
import { expectAllBroken, expectOnlyFailure } from "../support/expect-only-failure.ts";
import { recut } from "./recut.ts";

/** The exact splitter with some of its answers changed. */
function altered(
  change: (inner: SplitSearch, plan: SearchPlan) => Partial<SplitSearch>,
  begin: (plan: SearchPlan) => Promise<SplitSearch> = (plan) => exactSplitter().begin(plan),
): Splitter {
  return {
    name: "altered",
    async begin(plan) {
      const inner = await begin(plan);
      return {
        root: (goal, rows, draw) => inner.root(goal, rows, draw),
        findBest: (nodes) => inner.findBest(nodes),
        apply: (nodes, splits) => inner.apply(nodes, splits),
        end: () => inner.end(),
        ...change(inner, plan),
      };
    },
  };
}

/** The exact splitter with each split that it finds changed. */
function withSplits(change: (split: Split, node: SearchNode, plan: SearchPlan) => Split | null): Splitter {
  return altered((inner, plan) => ({
    findBest: async (nodes) =>
      (await inner.findBest(nodes)).map((split, index) => split && change(split, nodes[index], plan)),
  }));
}

/** The root's split replaced by the last of the alternatives that gain the same. */
function withLastTie(alternatives: (split: Split, dataset: Dataset) => Split[]): Splitter {
  return altered((inner, plan) => {
    let tree: { goal: FitGoal; rows: Uint32Array };
    return {
      root(goal, rows, draw) {
        tree = { goal, rows };
        return inner.root(goal, rows, draw);
      },
      findBest: async (nodes) =>
        (await inner.findBest(nodes)).map((split, index) => {
          if (split === null || split.kind !== "threshold" || nodes[index].depth > 0) return split;
          const cuts = alternatives(split, plan.dataset).map((cut) => recut(plan, tree.goal, tree.rows, cut));
          return cuts.filter((cut) => cut.gain === split.gain).at(-1) ?? split;
        }),
    };
  });
}

function valuesOf(dataset: Dataset, feature: number): number[] {
  const column = dataset.columns[feature];
  return Array.from(column.kind === "numeric" ? column.values : column.codes);
}

function lastEqualColumn(dataset: Dataset, feature: number): number {
  const columns = dataset.columns.map((_, other) => valuesOf(dataset, other).join());
  return columns.lastIndexOf(columns[feature]);
}

/** Searches of one dataset share one memory while they are open. */
function sharing(): Splitter {
  const open = new Map<Dataset, { search: Promise<SplitSearch>; users: number }>();
  return altered(
    (inner, { dataset }) => ({
      end() {
        const shared = open.get(dataset);
        if (shared === undefined || --shared.users > 0) return;
        open.delete(dataset);
        inner.end();
      },
    }),
    (plan) => {
      const shared = open.get(plan.dataset) ?? { search: exactSplitter().begin(plan), users: 0 };
      shared.users++;
      open.set(plan.dataset, shared);
      return shared.search;
    },
  );
}

const broken: [law: string, splitter: Splitter][] = [
  [
    "the best cut of every node gains what brute force finds",
    withSplits((split, node, { minRowsLeaf }) => (node.depth === 1 && minRowsLeaf === 1 ? null : split)),
  ],
  [
    "with minRowsLeaf the best of the thresholds that keep to it is found, or a cut that gains more",
    altered(
      () => ({}),
      (plan) => exactSplitter().begin(plan.dataset.columns.length > 1 ? { ...plan, minRowsLeaf: 1 } : plan),
    ),
  ],
  [
    "of all partitions of six categories the best is found",
    altered(
      () => ({}),
      (plan) => exactSplitter().begin(plan.dataset.columns.length > 1 ? plan : { ...plan, categorical: "oneVsRest" }),
    ),
  ],
  [
    "a split tells the truth about its gain and its children",
    withSplits((split, node) => ({ ...split, gain: split.gain / (node.end - node.start) })),
  ],
  [
    "a missing value that a node never saw goes where more weight went",
    withSplits((split, _, { dataset }) =>
      valuesOf(dataset, split.feature).some(Number.isNaN) || split.kind === "categories"
        ? split
        : { ...split, missingChild: split.missingChild === 0 ? 1 : 0 },
    ),
  ],
  [
    "apply gives the two children that the split tells of",
    altered((inner) => ({
      apply: async (nodes, splits) =>
        (await inner.apply(nodes, splits)).map((child) => ({ ...child, depth: child.depth - 1 })),
    })),
  ],
  [
    "ties go to the lowest feature",
    altered((inner, { dataset }) => {
      let hasDraw = false;
      return {
        root(goal, rows, draw) {
          hasDraw = draw !== undefined;
          return inner.root(goal, rows, draw);
        },
        findBest: async (nodes) =>
          (await inner.findBest(nodes)).map(
            (split) => split && (hasDraw ? split : { ...split, feature: lastEqualColumn(dataset, split.feature) }),
          ),
      };
    }),
  ],
  [
    "where a tree has a draw, ties of features go by an order that is drawn for the node",
    altered((inner) => ({ root: (goal, rows) => inner.root(goal, rows) })),
  ],
  [
    "ties on a feature go to the lowest threshold",
    withLastTie((split, dataset) =>
      valuesOf(dataset, split.feature)
        .sort((a, b) => a - b)
        .map((threshold) => ({ ...split, threshold })),
    ),
  ],
  [
    "ties of a threshold go to missing values on the left",
    withLastTie((split, dataset) =>
      valuesOf(dataset, split.feature).some(Number.isNaN) ? [{ ...split, missingChild: 1 }] : [],
    ),
  ],
  [
    "the root holds the rows of its bag and no others",
    altered((inner, { dataset }) => ({
      root: (goal, _rows, draw) =>
        inner.root(
          goal,
          Uint32Array.from({ length: dataset.rowCount }, (_, row) => row),
          draw,
        ),
    })),
  ],
  [
    "the grouping of nodes into waves changes nothing",
    altered((inner) => ({
      findBest: async (nodes) =>
        (await inner.findBest(nodes)).map((split, index) => (index > 0 && index + 1 === nodes.length ? null : split)),
    })),
  ],
  [
    "a second tree on the same search owes nothing to the first",
    altered((inner) => {
      let first: [FitGoal, Uint32Array] | undefined;
      return {
        root(goal, rows, draw) {
          first ??= [goal, rows];
          return inner.root(...first, draw);
        },
      };
    }),
  ],
  [
    "the search leaves the dataset, the goal and the rows as they are",
    altered((inner) => {
      let bag = new Uint32Array(0);
      return {
        root(goal, rows, draw) {
          bag = rows as Uint32Array<ArrayBuffer>;
          return inner.root(goal, rows.slice(), draw);
        },
        end() {
          bag.reverse();
          inner.end();
        },
      };
    }),
  ],
  ["two searches side by side do not disturb each other", sharing()],
  ["a search that has ended refuses to work", altered(() => ({ end() {} }))],
];

test.each(broken)("a splitter is told when it does not keep this law: %s", async (law, splitter) => {
  expectOnlyFailure(await checkSplitter(splitter), law);
});

test("a splitter that moves missing values to the other side than it says is found out by the cuts below", async () => {
  const report = await checkSplitter(
    altered((inner) => ({
      apply: (nodes, splits) =>
        inner.apply(
          nodes,
          splits.map((split) => ({ ...split, missingChild: split.missingChild === 0 ? 1 : 0 })),
        ),
    })),
  );
  const failed = report.results.filter(({ passed }) => !passed).map(({ law }) => law);
  expect(failed).toContain("the best cut of every node gains what brute force finds");
});

test("a splitter for one criterion is held to what that says of the rows", async () => {
  const means: Splitter = {
    name: "means",
    begin: (plan) => exactSplitter().begin({ ...plan, criterion: newton({ l2: 0 }) }),
  };
  const report = await checkSplitter(means, { criterion: absoluteError(), partitions: "some" });
  const failed = report.results.filter(({ passed }) => !passed).map(({ law }) => law);
  expect(failed).toContain("the best cut of every node gains what brute force finds");
  expect(failed).toContain("a split tells the truth about its gain and its children");
});

test("a splitter that tries only some sets of categories passes where it says so", async () => {
  const oneAgainstRest: Splitter = {
    name: "one against the rest",
    begin: (plan) => exactSplitter().begin({ ...plan, categorical: "oneVsRest" }),
  };
  expect((await checkSplitter(oneAgainstRest)).passed).toBe(false);
  assertPassed(await checkSplitter(oneAgainstRest, { partitions: "some" }));
});

test("every law can be broken", async () => {
  expectAllBroken(
    [await checkSplitter(exactSplitter())],
    broken.map(([law]) => law),
  );
});
