import type { Ensemble } from "../ensemble/ensemble.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { isPackable, type NodeNumbers, type PackedTrees, packTrees } from "./pack-trees.ts";
import { type RankedTrees, rankTrees } from "./rank-trees.ts";

/** Below this many rows it takes longer to bring the trees to the kernels than to walk without them. */
const FEWEST_ROWS = 64;

/** Packing a node takes about as long as it takes to walk down two trees without the kernels. */
const WALKS_A_NODE = 2;

interface Entry {
  readonly nodeCount: number;
  readonly packed: Map<boolean, PackedTrees | RankedTrees>;
  /** Walks down one tree that were asked for so far. */
  walks: number;
}

/** Kept as long as their models; null for those that the kernels can not walk. */
const entries = /* @__PURE__ */ new WeakMap<Ensemble, Entry | null>();

/**
 * The trees of an ensemble as the kernels walk them, each leaf times the weight of its tree; null where that is not possible, or
 * does not pay. It is done once, when a model has predicted so much that it would have paid.
 */
export function packedEnsemble(ensemble: Ensemble, rows: EncodedRows): PackedTrees | RankedTrees | null {
  if (rows.rowCount < FEWEST_ROWS) return null;
  const known = entries.get(ensemble);
  const entry = known === undefined ? entryOf(ensemble) : known;
  entries.set(ensemble, entry);
  if (entry === null) return null;
  const wide = rows.columns.some((column) => column instanceof Float64Array);
  const before = entry.packed.get(wide);
  entry.walks += rows.rowCount * ensemble.trees.length;
  if (before !== undefined || entry.walks < WALKS_A_NODE * entry.nodeCount) return before ?? null;
  const weights = ensemble.combine?.weights;
  const { trees, initialScore } = ensemble;
  const numbers: NodeNumbers = ({ value }, index) =>
    weights === undefined ? value : value.map((number) => weights[index] * number);
  const width = initialScore.length;
  const packed = rankTrees(trees, width, wide, numbers) ?? packTrees(trees, width, wide, numbers);
  entry.packed.set(wide, packed);
  return packed;
}

function entryOf({ trees }: Ensemble): Entry | null {
  if (trees.length === 0 || !trees.every(isPackable)) return null;
  const nodeCount = trees.reduce((sum, tree) => sum + tree.nodeCount, 0);
  return { nodeCount, packed: new Map(), walks: 0 };
}
