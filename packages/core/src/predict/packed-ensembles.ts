import { mayHaveKernels } from "@cambium/kernels";
import { type Ensemble, treesOfScores } from "../ensemble/ensemble.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { allRows } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import { isPackable, packTrees } from "./pack-trees.ts";
import type { Addends, PackedTrees } from "./packed-trees.ts";
import { rankTrees } from "./rank-trees.ts";

/** Below this many rows it takes longer to bring the trees to the kernels than to walk without them. */
const FEWEST_ROWS = 64;

const MOST_COLUMNS = 4096;

/** Packing a node takes about as long as it takes to walk down two trees without the kernels. */
const WALKS_A_NODE = 2;

interface Entry {
  /** Infinity for trees that the kernels can not walk. */
  readonly nodeCount: number;
  /** Null where they can be packed, and it would not pay. */
  readonly packed: Map<boolean, PackedTrees | null>;
  /** Walks down one tree that were asked for so far. */
  walks: number;
}

/** Kept as long as their models, or as single trees of them. */
const entries = /* @__PURE__ */ new WeakMap<Ensemble | Tree, Entry>();

/**
 * The trees of an ensemble as the kernels walk them, each leaf times the weight of its tree; null where that is not possible, or
 * does not pay. It is done once, when a model has predicted so much that it would have paid.
 */
export function packedEnsemble(ensemble: Ensemble, rows: EncodedRows): Turns<PackedTrees | null> {
  return packed(ensemble, ensemble.trees, rows, () => treesByScore(ensemble));
}

/** The same of one tree, in which each leaf has its own number in place of its values: so the kernels find the leaves of rows. */
export function packedLeaves(tree: Tree, rows: EncodedRows): Turns<PackedTrees | null> {
  const numbers = () => ({ tree, numbers: allRows(tree.nodeCount) });
  return packed(tree, [tree], rows, () => ({ width: 1, scoreCount: 1, byScore: [{ score: 0, trees: [numbers()] }] }));
}

function* packed(
  key: Ensemble | Tree,
  trees: readonly Tree[],
  rows: EncodedRows,
  addends: () => Addends,
): Turns<PackedTrees | null> {
  if (rows.rowCount < FEWEST_ROWS || !mayHaveKernels("predict")) return null;
  const entry = entries.get(key) ?? { nodeCount: nodesOf(trees), packed: new Map(), walks: 0 };
  entries.set(key, entry);
  const wide = rows.columns.some((column) => column instanceof Float64Array);
  const before = entry.packed.get(wide);
  entry.walks += rows.rowCount * trees.length;
  if (before !== undefined || entry.walks < WALKS_A_NODE * entry.nodeCount) return before ?? null;
  const added = addends();
  const made = (yield* rankTrees(added, wide)) ?? (yield* packTrees(added, wide));
  // Blocks of rows have room for all columns.
  const kept = made.columns.length <= MOST_COLUMNS ? made : null;
  entry.packed.set(wide, kept);
  return kept;
}

function treesByScore(ensemble: Ensemble): Addends {
  const { trees, combine, initialScore } = ensemble;
  const weighed = trees.map((tree, index) => {
    const weight = combine?.weights[index];
    return { tree, numbers: weight === undefined ? tree.value : tree.value.map((number) => weight * number) };
  });
  const byScore = treesOfScores(ensemble).map((places, score) => ({
    score,
    trees: places.map((place) => weighed[place]),
  }));
  return { byScore, width: trees[0].valueWidth, scoreCount: initialScore.length };
}

function nodesOf(trees: readonly Tree[]): number {
  if (trees.length === 0 || !trees.every(isPackable)) return Number.POSITIVE_INFINITY;
  return trees.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
}
