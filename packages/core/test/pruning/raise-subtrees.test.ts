import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  c45,
  cart,
  createDataset,
  type Dataset,
  EVERY_CHILD,
  errorBased,
  isLeaf,
  NodeKind,
  type PruningStrategy,
  routeRow,
  rowsOfColumns,
  type Tree,
} from "../../src/index.ts";
import { errorLimit } from "../../src/pruning/error-based.ts";
import { fitArguments, smallTables } from "../support/random-tables.ts";

type Items = readonly (readonly [row: number, weight: number])[];

/** What stands at a place: `node` of the full tree, with its branches unless it has become a leaf. */
interface Nested {
  readonly node: number;
  readonly branches: readonly Nested[];
}

const SLACK = 0.1;

/** C4.5's rule, written down as it reads: trees are built anew, and every judgement counts the rows again. */
class ByTheBook {
  /** Judgements so close that rounding may decide them. */
  closeCalls = 0;
  raised = 0;

  constructor(
    private readonly tree: Tree,
    private readonly dataset: Dataset,
  ) {}

  nested(node = 0): Nested {
    const first = this.tree.firstChild[node];
    const branches = Array.from({ length: this.tree.childCount[node] }, (_, side) => this.nested(first + side));
    return { node, branches };
  }

  prune(at: Nested, items: Items): [Nested, errors: number] {
    const asLeaf = this.errorsAsLeaf(items);
    if (at.branches.length === 0) return [at, asLeaf];
    const parts = this.part(at, items);
    const pruned = at.branches.map((branch, side) => this.prune(branch, parts[side]));
    const below = pruned.reduce((sum, [, errors]) => sum + errors, 0);
    const weights = parts.map(weightOf);
    const most = Math.max(...weights);
    const largest = weights.indexOf(most);
    // Parts of rows are rounded to a grid, by which branches of the same weight may differ.
    const isTied = weights.some((weight, side) => side !== largest && this.isNear(weight, most));
    if (isTied && this.tree.sharesRows) this.closeCalls++;
    const [branch] = pruned[largest];
    const inBranch = this.errorsOf(branch, items);
    if (this.isAtMost(asLeaf, below) && this.isAtMost(asLeaf, inBranch)) return [{ ...at, branches: [] }, asLeaf];
    if (!this.isAtMost(inBranch, below)) return [{ ...at, branches: pruned.map(([each]) => each) }, below];
    this.raised++;
    return this.prune(branch, items);
  }

  errorsOf(at: Nested, items: Items): number {
    if (at.branches.length === 0) return this.errorsAsLeaf(items);
    const parts = this.part(at, items);
    return at.branches.reduce((sum, branch, side) => sum + this.errorsOf(branch, parts[side]), 0);
  }

  weightsOfLeaves(at: Nested, items: Items): number[] {
    if (at.branches.length === 0) return [weightOf(items)];
    const parts = this.part(at, items);
    return at.branches.flatMap((branch, side) => this.weightsOfLeaves(branch, parts[side]));
  }

  private errorsAsLeaf(items: Items): number {
    const { target } = this.dataset;
    if (target.task !== "classification") throw new Error("classes only");
    const ofClass = target.classes.map((_, k) => weightOf(items.filter(([row]) => target.codes[row] === k)));
    const weight = weightOf(items);
    return errorLimit(weight - Math.max(...ofClass), weight, 0.25);
  }

  private part({ node }: Nested, items: Items): Items[] {
    const { tree, dataset } = this;
    const rows = rowsOfColumns(dataset.rowCount, dataset.columns);
    const first = tree.firstChild[node];
    const sides = Array.from({ length: tree.childCount[node] }, (_, side) => side);
    const value = (row: number) => rows.columns[tree.feature[node]][row];
    const isMissing = (row: number) =>
      tree.kind[node] === NodeKind.Threshold ? Number.isNaN(value(row)) : value(row) < 0;
    const isShared = (row: number) => tree.missingChild[node] === EVERY_CHILD && isMissing(row);
    const known = sides.map((side) =>
      items.filter(([row]) => !isShared(row) && routeRow(tree, rows, row, node) === first + side),
    );
    const weights = known.map(weightOf);
    const shares = weights.some((weight) => weight > 0) ? weights : sides.map((side) => tree.cover[first + side]);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const shared = items.filter(([row]) => isShared(row));
    return known.map((own, side) => {
      if (shares[side] === 0) return own;
      return [...own, ...shared.map(([row, weight]) => [row, (weight * shares[side]) / total] as const)];
    });
  }

  private isAtMost(errors: number, others: number): boolean {
    if (this.isNear(errors, others + SLACK)) this.closeCalls++;
    return errors <= others + SLACK;
  }

  private isNear(a: number, b: number): boolean {
    return Math.abs(a - b) < 1e-9;
  }
}

function weightOf(items: Items): number {
  return items.reduce((sum, [, weight]) => sum + weight, 0);
}

function innerCount({ branches }: Nested): number {
  return branches.length === 0 ? 0 : 1 + branches.reduce((sum, branch) => sum + innerCount(branch), 0);
}

/** The questions of a tree, and the leaves, in brackets. */
function shapeOf(tree: Tree, node = 0): string {
  if (isLeaf(tree, node)) return "leaf";
  const first = tree.firstChild[node];
  const below = Array.from({ length: tree.childCount[node] }, (_, side) => shapeOf(tree, first + side));
  return `${questionOf(tree, node)}[${below}]`;
}

function shapeOfNested(tree: Tree, { node, branches }: Nested): string {
  if (branches.length === 0) return "leaf";
  return `${questionOf(tree, node)}[${branches.map((branch) => shapeOfNested(tree, branch))}]`;
}

function questionOf(tree: Tree, node: number): string {
  const start = tree.categoryStart[node];
  const categories = [...tree.categories.subarray(start, start + tree.categoryWords[node])];
  return `${tree.feature[node]} ${tree.threshold[node]} ${categories}`;
}

function leafCovers(tree: Tree, node = 0): number[] {
  if (isLeaf(tree, node)) return [tree.cover[node]];
  const first = tree.firstChild[node];
  return Array.from({ length: tree.childCount[node] }, (_, side) => leafCovers(tree, first + side)).flat();
}

const learners = {
  c45: (prune: PruningStrategy | readonly PruningStrategy[]) => c45({ minChildWeight: 1, prune }),
  "cart with surrogates": (prune: PruningStrategy | readonly PruningStrategy[]) =>
    cart({ missing: "surrogate", prune }),
  cart: (prune: PruningStrategy | readonly PruningStrategy[]) => cart({ prune }),
};

describe("subtree raising", () => {
  it.each(Object.keys(learners) as (keyof typeof learners)[])(
    "comes to the tree that C4.5's rule, written down as it reads, comes to, with its weights (%s)",
    async (name) => {
      const learner = learners[name];
      let raised = 0;
      let compared = 0;
      await fc.assert(
        fc.asyncProperty(smallTables("twoClasses", { weighted: true, rows: 40 }), async (small) => {
          const [table, options] = fitArguments(small);
          const types = { n: "numeric", m: "numeric", c: "categorical" } as const;
          const dataset = await createDataset(table, { ...options, types });
          const [full] = (await learner([]).fit(dataset)).ensemble.trees;
          const book = new ByTheBook(full, dataset);
          const items = small.target
            .map((_, row) => [row, small.weights?.[row] ?? 1] as const)
            .filter(([, weight]) => weight > 0);
          const [expected, errors] = book.prune(book.nested(), items);
          if (book.closeCalls > 0) return;
          compared++;
          raised += book.raised;
          const [tree] = (await learner(errorBased()).fit(dataset)).ensemble.trees;
          expect(shapeOf(tree)).toBe(shapeOfNested(full, expected));
          const weights = book.weightsOfLeaves(expected, items);
          leafCovers(tree).forEach((cover, leaf) => {
            expect(cover).toBeCloseTo(weights[leaf], 6);
          });
          // Each replacement may cost a tenth of an error, and takes at least one question away.
          const replaced = innerCount(book.nested()) - innerCount(expected);
          expect(book.errorsOf(expected, items)).toBeCloseTo(errors, 9);
          expect(errors).toBeLessThanOrEqual(book.errorsOf(book.nested(), items) + SLACK * replaced + 1e-9);
        }),
        { numRuns: 150, seed: 4 },
      );
      expect(compared).toBeGreaterThan(80);
      expect(raised).toBeGreaterThan(3);
    },
  );
});
