import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../../criterion/criterion.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import type { ClassGoal } from "../../goal/fit-goal.ts";
import type { HeldOut, PostPruning, PruningStep, PruningVerdict } from "../../pruning/pruning-strategy.ts";
import { recordOfItems } from "../../splitter/branch-test.ts";
import type { TreeDraw } from "../../splitter/splitter.ts";
import type { WeightedRows } from "../../splitter/weighted-rows.ts";
import { collapseInTurns } from "../../tree/collapse-tree.ts";
import { type ClassRows, partRowsOfNode } from "../../tree/part-rows.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { rowsOfColumns, sideOfRow } from "../../tree/route-row.ts";
import { EVERY_CHILD, isLeaf, type Tree } from "../../tree/tree.ts";
import { foldsInTurns } from "../../util/deal-into-folds.ts";
import { demand } from "../../util/demand.ts";
import { countOf } from "../../util/nearest-name.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import { rowsWhere } from "../run/row-draw.ts";
import type { HeldOutRows } from "../validation/held-out-rows.ts";

/** What one tree learns from. */
export interface TreeSample {
  /** The rows that it may see, ascending, each once. */
  readonly rows: Uint32Array;
  /** The dataset's target, or one of its task with as many rows: a row that was drawn twice has double weight here. */
  readonly target: Target;
  /** What chance decides in this tree. A learner in which it decides nothing still keeps to `draw.features`. */
  readonly draw?: TreeDraw;
}

/** Where the evidence of strategies comes from: training grows and holds out, the strategy decides. */
export interface EvidenceSource {
  readonly dataset: Dataset;
  /** What the tree was grown on. */
  readonly sample: TreeSample;
  /** There where a strategy asks for it: whoever opened the run has seen to it. */
  readonly validation: HeldOutRows | undefined;
  /** What errors cost for a unit of weight of the sample, where they do not cost the same. */
  readonly cost: CostMatrix | null;
  growFull(sample: TreeSample): Promise<Tree>;
  /** The rows of the sample, and what they are measured by, for branches that are raised. */
  classRows(): Turns<ClassRows>;
  readonly measure: Pick<Criterion, "gain" | "leafValue">;
  /** What decisions are judged by, where a tree is not grown on that. */
  readonly judged?: Pick<HeldOut, "target" | "cost"> & { asItDecides(tree: Tree): Tree };
}

/** What one strategy did to one tree. */
export interface PruningNote {
  readonly strategy: string;
  /** Nodes. */
  readonly before: number;
  readonly after: number;
  readonly reason: string | undefined;
}

/** What is left, and how it came about. */
export interface PrunedTree {
  readonly tree: Tree;
  readonly path: readonly PruningStep[];
  /** One for each strategy. */
  readonly notes: readonly PruningNote[];
}

/** Applies the strategies one after the other, each to the tree that the one before has left. `source` is null where they need nothing. */
export async function pruneTree(
  full: Tree,
  strategies: readonly PostPruning[],
  source: EvidenceSource | null,
  pacer: Pacer,
): Promise<PrunedTree> {
  let tree = full;
  const notes: PruningNote[] = [];
  let path: readonly PruningStep[] = [];
  for (const strategy of strategies) {
    const evidence = source === null ? [] : await evidenceFor(strategy, tree, source, pacer);
    const verdict = await strategy.prune(tree, evidence, pacer, source?.cost ?? null);
    checkVerdict(strategy, tree, verdict);
    const before = tree.nodeCount;
    const { collapse, raise } = verdict;
    const isRaised = raise?.some((child) => child > 0) ?? false;
    if (pacer.due()) await pacer.pause();
    const isCut = collapse.some((mark, node) => mark === 1 && !isLeaf(tree, node));
    if (isRaised || isCut) tree = await inTurns(collapseInTurns(tree, collapse, raise), pacer);
    if (isRaised && source !== null) tree = await inTurns(recounted(tree, source), pacer);
    notes.push({ strategy: strategy.name, before, after: tree.nodeCount, reason: verdict.reason });
    if (verdict.path.length > 0) path = verdict.path;
  }
  return { tree, path, notes };
}

function checkVerdict({ name }: PostPruning, tree: Tree, verdict: PruningVerdict): void {
  const { collapse, path, raise = new Uint32Array(tree.nodeCount) } = verdict ?? {};
  const isMask = collapse instanceof Uint8Array && collapse.length === tree.nodeCount;
  const isRaise = raise instanceof Uint32Array && raise.length === tree.nodeCount;
  const hasChildren = isRaise && raise.every((child, node) => child === 0 || child <= tree.childCount[node]);
  const message = `${name}: prune expects to give { collapse, path } with a mark for each of the ${tree.nodeCount} nodes, and in raise, if it is given, a child of each`;
  demand(isMask && hasChildren && Array.isArray(path), message);
}

async function evidenceFor({ name, needs }: PostPruning, tree: Tree, source: EvidenceSource, pacer: Pacer) {
  const { dataset, sample, validation, growFull, judged } = source;
  const { rows, target } = sample;
  const { target: trueTarget = target, cost = null, asItDecides = (grown: Tree) => grown } = judged ?? {};
  const columns = rowsOfColumns(dataset.rowCount, dataset.columns);
  if (needs.kind === "nothing") return [];
  if (needs.kind === "training") return [{ tree, columns, target, rows }];
  if (needs.kind === "validation") return [{ ...(validation as HeldOutRows), tree: asItDecides(tree), cost }];
  demand(needs.kind === "folds", `${name}: needs expects nothing, training, validation or folds`);
  demand(needs.folds <= rows.length, `${name}: ${needs.folds} folds need as many rows, got ${rows.length}`);
  const folds: HeldOut[] = [];
  const foldOf = await inTurns(foldsInTurns(rows.length, needs.folds, needs.seed), pacer);
  for (let fold = 0; fold < needs.folds; fold++) {
    const isOutside = (_row: number, place: number) => foldOf[place] !== fold;
    const isInside = (_row: number, place: number) => foldOf[place] === fold;
    const kept = await inTurns(rowsWhere(rows, isOutside), pacer);
    const heldOut = await inTurns(rowsWhere(rows, isInside), pacer);
    const grown = await growFull({ ...sample, rows: kept });
    folds.push({ tree: asItDecides(grown), columns, target: trueTarget, rows: heldOut, grown, cost });
  }
  return folds;
}

/** A sentence for each strategy, summed over the trees of a model: how many nodes it left, and why. */
export function pruningReport(trees: readonly (readonly PruningNote[])[]): string[] {
  return (trees[0] ?? []).map((_, place) => sentenceOf(trees.map((notes) => notes[place])));
}

function sentenceOf(notes: readonly PruningNote[]): string {
  const sumOf = (amount: "before" | "after") => notes.reduce((sum, note) => sum + note[amount], 0);
  const [before, after] = [sumOf("before"), sumOf("after")];
  const nodes = `${countOf(before, "node", "nodes")}${notes.length === 1 ? "" : ` in ${notes.length} trees`}`;
  const { strategy } = notes[0];
  if (after === before) return `pruning by ${strategy} cut nothing from ${nodes}`;
  return `pruning by ${strategy} left ${after} of ${nodes}${reasonOf(notes)}`;
}

/** Where each tree has a reason of its own, that of the first tree that lost nodes stands for them. */
function reasonOf(notes: readonly PruningNote[]): string {
  const first = notes.findIndex(({ before, after }) => after < before);
  const { reason } = notes[first];
  if (reason === undefined) return "";
  const isShared = notes.every((note) => note.reason === reason);
  return isShared ? `: ${reason}` : `; of tree ${first + 1}: ${reason}`;
}

/**
 * The same splits, with the cover, the values and the gains that these rows give: a branch that has taken its parent's place
 * sees more rows than it was grown on. Where none comes by, a node says what its parent says.
 */
function* recounted(tree: Tree, { dataset, classRows, measure }: EvidenceSource): Turns<Tree> {
  const { goal, items: all, step } = yield* classRows();
  const { firstChild, childCount, valueWidth } = tree;
  const columns = rowsOfColumns(dataset.rowCount, dataset.columns);
  const width = goal.classCount + 1;
  const value = new Float64Array(tree.value.length);
  const cover = new Float64Array(tree.nodeCount);
  const gain = new Float64Array(tree.nodeCount);
  const rowCount = new Uint32Array(tree.nodeCount);
  const open: (WeightedRows | null)[] = [all];
  // Parents stand before their children.
  for (let node = 0; node < tree.nodeCount; node++) {
    const items = open[node] as WeightedRows;
    open[node] = null;
    const stats = yield* recordOfItems(items, goal);
    cover[node] = stats[width - 1];
    rowCount[node] = items.rows.length;
    if (items.rows.length > 0) measure.leafValue(stats, 0, width, value, node * valueWidth);
    if (isLeaf(tree, node)) continue;
    const first = firstChild[node];
    const count = childCount[node];
    for (let child = first; child < first + count; child++) {
      value.copyWithin(child * valueWidth, node * valueWidth, (node + 1) * valueWidth);
    }
    // The gain is that of the rows that are in one branch.
    const records = new Float64Array((count + 1) * width);
    records.set(yield* recordsOf(goal, items, count, (row) => sideOfRow(tree, columns, row, node)), width);
    for (let at = width; at < records.length; at++) records[at % width] += records[at];
    // All rows weigh what the root does.
    gain[node] = measure.gain(records, 0, width, count, width) / (cover[0] || 1);
    const parts = yield* partRowsOfNode(tree, node, columns, items, step);
    for (const [side, part] of parts.entries()) open[first + side] = part;
  }
  return { ...tree, value, cover, gain, rowCount };
}

/** A record of the rows on each side; those that are on every side are in none. */
function* recordsOf(
  { codes, classCount }: ClassGoal,
  { rows, weights }: WeightedRows,
  sides: number,
  sideOf: (row: number) => number,
): Turns<Float64Array> {
  const stats = new Float64Array(sides * (classCount + 1));
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) {
      const side = sideOf(rows[i]);
      if (side === EVERY_CHILD) continue;
      const at = side * (classCount + 1);
      stats[at + codes[rows[i]]] += weights[i];
      stats[at + classCount] += weights[i];
    }
  });
  return stats;
}
