import type { Dataset } from "../dataset/dataset.ts";
import type { BranchGoal, BranchNode, BranchTest, ChooseTest } from "./branch-test.ts";
import { categoryTest, countCategories } from "./category-test.ts";
import { marksOf } from "./features-of-node.ts";
import { groupCategories } from "./group-categories.ts";
import { NodeOrder } from "./node-order.ts";
import type { TreeDraw } from "./splitter.ts";
import { thresholdTest } from "./threshold-test.ts";
import { winsTie } from "./wins-tie.ts";

/** A column with a category for so large a share of the rows has very many. */
const MANY = 0.3;

export interface BranchSearchPlan extends BranchGoal {
  readonly dataset: Dataset;
  /** The rows that have any weight. */
  readonly rows: Uint32Array;
  readonly draw?: TreeDraw;
  /** The rows in ascending order of each numeric column; null for the others. */
  readonly sorted: readonly (Uint32Array | null)[];
  readonly choose: ChooseTest;
  /** Whether categories that tell alike become one branch. */
  readonly grouping: boolean;
}

/** Finds the best test of a node, over all columns. */
export class BranchSearch {
  readonly #order: NodeOrder;
  readonly #slots: Uint32Array;
  /** The features that the tree may use; null: all. */
  readonly #marks: Uint8Array | null;
  /** The values that rows of this tree have, ascending, by feature. */
  readonly #values: (Float64Array | null)[];

  constructor(private readonly plan: BranchSearchPlan) {
    const { dataset, rows, sorted, draw } = plan;
    this.#order = new NodeOrder(dataset.rowCount);
    this.#marks = marksOf(draw?.features, dataset.columns.length);
    const isInTree = new Uint8Array(dataset.rowCount);
    for (const row of rows) isInTree[row] = 1;
    let slots = 0;
    this.#values = dataset.columns.map((column, feature) => {
      const all = sorted[feature];
      if (column.kind === "categorical") slots = Math.max(slots, column.categories.length);
      if (column.kind === "categorical" || all === null) return null;
      const known = all.filter((row) => isInTree[row] === 1 && !Number.isNaN(column.values[row]));
      this.#order.add(feature, known);
      return Float64Array.from(known, (row) => column.values[row]);
    });
    this.#slots = new Uint32Array(slots);
  }

  find(node: BranchNode): BranchTest | null {
    this.#order.enter(node.items);
    const tests: BranchTest[] = [];
    for (let feature = 0; feature < this.plan.dataset.columns.length; feature++) {
      if (this.#marks?.[feature] === 0) continue;
      const test = this.#testOn(feature, node);
      if (test !== null) tests.push(test);
    }
    const chosen = this.plan.choose(this.#inOrderOfTies(tests, node.path));
    if (chosen === null || chosen.kind === "multiway") return chosen;
    return { ...chosen, threshold: this.#observed(chosen.feature, chosen.threshold) };
  }

  #inOrderOfTies(tests: readonly BranchTest[], path: number): readonly BranchTest[] {
    const { draw } = this.plan;
    if (draw === undefined) return tests;
    return [...tests].sort((a, b) => (winsTie(draw, path, a.feature, b.feature) ? -1 : 1));
  }

  #testOn(feature: number, node: BranchNode): BranchTest | null {
    const { plan } = this;
    const column = plan.dataset.columns[feature];
    if (column.kind === "numeric") {
      return thresholdTest(feature, column.values, node, this.#order.placesBy(feature), plan);
    }
    const counts = countCategories(column, node, plan, this.#slots);
    const groups = plan.grouping ? groupCategories(counts, node, plan) : counts.codes.map((_, place) => [place]);
    const test = categoryTest(feature, column, node, counts, groups, plan);
    const hasManyBranches = !plan.grouping && column.categories.length >= MANY * plan.rows.length;
    return test && { ...test, hasManyBranches };
  }

  /** C4.5 asks for values that occur: the largest in the tree's rows that is not above the middle. */
  #observed(feature: number, middle: number): number {
    const values = this.#values[feature] as Float64Array;
    let low = 0;
    let high = values.length;
    while (low < high) {
      const at = (low + high) >>> 1;
      if (values[at] <= middle) low = at + 1;
      else high = at;
    }
    return values[low - 1];
  }
}
