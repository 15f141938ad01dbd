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
    const stats = yield* recordOfItems(items, goal);
    return this.#add(nodeOf(0, ROOT_PATH, items, stats), stats);
  }

  *cut(node: OpenNode, test: BranchTest): Turns<OpenNode[]> {
    const { plan } = this;
    const children = yield* partNode(plan, node, test);
    const weights = children.map(({ stats }) => stats[stats.length - 1]);
    const heaviest = weights.indexOf(weights.reduce((a, b) => Math.max(a, b)));
    const missingChild = plan.missing === "every" ? EVERY_CHILD : heaviest;
    const gain = test.information / plan.gainUnit;
    this.#builder.cut(node.id, { ...test, gain, missingChild, childCount: children.length });
    // A branch that nobody took says what the node would say.
    return children.map((child) => this.#add(child, child.items.rows.length > 0 ? child.stats : node.stats));
  }

  *finish(): Turns<BranchTree> {
    return {
      tree: yield* this.#builder.finishInTurns(this.plan.rootImpurity),
      errors: Float64Array.from(this.#errors),
    };
  }

  #add(node: BranchNode, says: Float64Array): OpenNode {
    const { stats, end: rowCount } = node;
    const cover = stats[stats.length - 1];
    const value = new Float64Array(stats.length - 1);
    classLeaves.leafValue(says, 0, says.length, value, 0);
    this.#errors.push(cover - stats.subarray(0, -1).reduce((a, b) => Math.max(a, b)));
    return { ...node, id: this.#builder.addNode({ value, cover, rowCount }) };
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

function nodeOf(depth: number, path: number, items: WeightedRows, stats: Float64Array): BranchNode {
  return { depth, path, start: 0, end: items.rows.length, items, stats };
}

function* partNode(plan: BranchPlan, node: BranchNode, test: BranchTest): Turns<BranchNode[]> {
  const { rows } = node.items;
  const childCount = test.childRows.length;
  const sides = new Uint32Array(rows.length);
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) sides[i] = sideOfTest(plan.dataset, test, rows[i]);
  });
  const parts = yield* partRows(node.items, sides, childCount, plan.step, new Float64Array(childCount));
  const children: BranchNode[] = [];
  for (const [child, items] of parts.entries()) {
    const stats = yield* recordOfItems(items, plan.goal);
    children.push(nodeOf(node.depth + 1, childPath(node.path, child), items, stats));
  }
  return children;
}

function sideOfTest({ columns }: Dataset, test: BranchTest, row: number): number {
  const column = columns[test.feature];
  if (column.kind === "numeric") return sideOfNumber(column.values[row], test.threshold, EVERY_CHILD);
  const code = column.codes[row];
  return code < 0 ? EVERY_CHILD : test.categories[code];
}
