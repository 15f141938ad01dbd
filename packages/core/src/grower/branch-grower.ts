import { classLeaves } from "../criterion/class-records.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { PrePruning } from "../pruning/pruning-strategy.ts";
import { BranchSearch, type BranchSearchPlan } from "../splitter/branch-search.ts";
import { type BranchNode, type BranchTest, recordOfItems } from "../splitter/branch-test.ts";
import { childPath, ROOT_PATH } from "../splitter/node-path.ts";
import type { CandidateSplit } from "../splitter/split.ts";
import type { WeightedRows } from "../splitter/weighted-rows.ts";
import { partRows } from "../tree/part-rows.ts";
import { EVERY_CHILD, type Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { sideOfNumber } from "../util/side-of-value.ts";
import { type Turns, turnsOver } from "../util/turns.ts";

export interface BranchPlan extends BranchSearchPlan {
  /** The weights are multiples of 2^-step. */
  readonly step: number;
  readonly rules: readonly PrePruning[];
  /** "every": rows without a value go to all children, in parts. "heaviest": there were none, later ones go where most went. */
  readonly missing: "every" | "heaviest";
  readonly gainUnit: number;
  readonly rootImpurity: number;
}

/** A tree whose nodes have any number of branches, and the weight that each of its nodes has in classes that it does not predict. */
export interface BranchTree {
  readonly tree: Tree;
  readonly errors: Float64Array;
}

interface OpenNode extends BranchNode {
  readonly id: number;
}

/**
 * Grows a tree level by level for `id3` and `c45`. It is no `Grower`: their searches share one partition of the rows, in
 * which a row is in one node; here it may be in several, with a part of its weight in each.
 */
export function* growBranches(plan: BranchPlan): Turns<BranchTree> {
  const search = yield* BranchSearch.open(plan);
  const growing = new GrowingBranches(plan);
  // Leaves are let go at once: their rows, kept until the level is done, are what the collector of garbage would copy.
  const open = (nodes: readonly OpenNode[]) => nodes.filter((node) => mayBeCut(plan, node));
  let wave = open([yield* growing.root()]);
  while (wave.length > 0) {
    const next: OpenNode[] = [];
    for (const node of wave) {
      const test = yield* search.find(node);
      if (test === null || !isAllowed(plan, node, test)) continue;
      next.push(...open(yield* growing.cut(node, test)));
    }
    wave = next;
  }
  return yield* growing.finish();
}

/** The nodes that there are so far. */
class GrowingBranches {
  readonly #builder: TreeBuilder;
  readonly #errors: number[] = [];

  constructor(private readonly plan: BranchPlan) {
    this.#builder = new TreeBuilder(plan.goal.classCount);
  }

  *root(): Turns<OpenNode> {
    const { items, goal } = this.plan;
    return this.#add(0, ROOT_PATH, items, yield* recordOfItems(items, goal));
  }

  *cut(node: OpenNode, test: BranchTest): Turns<OpenNode[]> {
    const { dataset, gainUnit, goal, missing, step } = this.plan;
    const { rows } = node.items;
    const childCount = test.childRows.length;
    const sides = new Uint32Array(rows.length);
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) sides[i] = sideOfTest(dataset, test, rows[i]);
    });
    const parts = yield* partRows(node.items, sides, childCount, step, new Float64Array(childCount));
    const records: Float64Array[] = [];
    for (const items of parts) records.push(yield* recordOfItems(items, goal));
    const weights = records.map((stats) => stats[stats.length - 1]);
    const heaviest = indexOfLargest(weights, 0, childCount);
    const missingChild = missing === "every" ? EVERY_CHILD : heaviest;
    this.#builder.cut(node.id, { ...test, gain: test.information / gainUnit, missingChild, childCount });
    return parts.map((items, child) => {
      // A branch that nobody took says what the node would say.
      const says = items.rows.length > 0 ? records[child] : node.stats;
      return this.#add(node.depth + 1, childPath(node.path, child), items, records[child], says);
    });
  }

  *finish(): Turns<BranchTree> {
    const tree = yield* this.#builder.finishInTurns(this.plan.rootImpurity);
    return { tree, errors: Float64Array.from(this.#errors) };
  }

  #add(depth: number, path: number, items: WeightedRows, stats: Float64Array, says = stats): OpenNode {
    const cover = stats[stats.length - 1];
    const end = items.rows.length;
    const value = new Float64Array(stats.length - 1);
    classLeaves.leafValue(says, 0, says.length, value, 0);
    this.#errors.push(cover - stats.subarray(0, -1).reduce((a, b) => Math.max(a, b)));
    const id = this.#builder.addNode({ value, cover, rowCount: end });
    return { id, depth, path, start: 0, end, items, stats };
  }
}

function mayBeCut({ leastWeight, rules }: BranchPlan, node: BranchNode): boolean {
  const total = node.stats[node.stats.length - 1];
  if (!(total > 0) || total < 2 * leastWeight) return false;
  if (node.stats.subarray(0, -1).some((weight) => weight === total)) return false;
  return rules.every((rule) => rule.allows(node, null));
}

function isAllowed({ rules, gainUnit }: BranchPlan, node: BranchNode, test: BranchTest): boolean {
  const taken = test.childRows.filter((rows) => rows > 0).length;
  const split: CandidateSplit = {
    ...test,
    gain: test.information / gainUnit,
    missingChild: EVERY_CHILD,
    // A branch that no row takes is the last: rules judge the others.
    childStats: test.childStats.slice(0, taken * node.stats.length),
    childRows: test.childRows.slice(0, taken),
  };
  return rules.every((rule) => rule.allows(node, split));
}

function sideOfTest({ columns }: Dataset, test: BranchTest, row: number): number {
  const column = columns[test.feature];
  if (column.kind === "numeric") return sideOfNumber(column.values[row], test.threshold, EVERY_CHILD);
  const code = column.codes[row];
  return code < 0 ? EVERY_CHILD : test.categories[code];
}
