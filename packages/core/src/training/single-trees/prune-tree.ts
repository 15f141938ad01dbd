import type { Pacer } from "@cambium/kernels";
import type { HeldOut, PostPruning, PruningStep, PruningVerdict } from "../../pruning/pruning-strategy.ts";
import { collapseInTurns } from "../../tree/collapse-tree.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { isLeaf, type Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { foldsInTurns } from "../../util/deal-into-folds.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import type { PruningNote } from "./pruning-report.ts";

/** Where a strategy's evidence comes from: training grows and holds out, the strategy decides. */
export interface EvidenceSource {
  /** The rows that the tree was grown on, ascending. */
  readonly rows: Uint32Array;
  /** What errors cost for a unit of weight, where they do not cost the same. */
  readonly cost: CostMatrix | null;
  /** The tree with the rows that it was grown on. */
  training(tree: Tree): HeldOut;
  /** The same splits, with the numbers that the training rows give in their new places. */
  recount(tree: Tree): Promise<Tree>;
  validation(tree: Tree): HeldOut;
  /** A tree grown on `kept`, with the rows that it did not see. */
  fold(kept: Uint32Array, heldOut: Uint32Array): Promise<HeldOut>;
}

/** For strategies that need nothing: the learner has seen to it that there are no others. */
export function nothingHeldOut(rows: Uint32Array): EvidenceSource {
  const refuse = () => {
    throw new TypeError("unreachable: no strategy that needs held-out rows was let in");
  };
  return { rows, cost: null, training: refuse, recount: refuse, validation: refuse, fold: refuse };
}

/** What is left, and how it came about. */
export interface PrunedTree {
  readonly tree: Tree;
  readonly path: readonly PruningStep[];
  /** One for each strategy. */
  readonly notes: readonly PruningNote[];
}

/** Applies the strategies one after the other, each to the tree that the one before has left. */
export async function pruneTree(
  full: Tree,
  strategies: readonly PostPruning[],
  source: EvidenceSource,
  pacer: Pacer,
): Promise<PrunedTree> {
  let tree = full;
  const notes: PruningNote[] = [];
  let path: readonly PruningStep[] = [];
  for (const strategy of strategies) {
    const verdict = await strategy.prune(tree, await evidenceFor(strategy, tree, source, pacer), pacer, source.cost);
    checkVerdict(strategy, tree, verdict);
    const before = tree.nodeCount;
    const { collapse, raise } = verdict;
    const isRaised = raise?.some((child) => child > 0) ?? false;
    if (pacer.due()) await pacer.pause();
    const isCut = collapse.some((mark, node) => mark === 1 && !isLeaf(tree, node));
    if (isRaised || isCut) tree = await inTurns(collapseInTurns(tree, collapse, raise), pacer);
    if (isRaised) tree = await source.recount(tree);
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
  if (isMask && hasChildren && Array.isArray(path)) return;
  const message = `${name}: prune expects to give { collapse, path } with a mark for each of the ${tree.nodeCount} nodes, and in raise, if it is given, a child of each`;
  throw new CambiumError("bad-option", message);
}

async function evidenceFor(
  strategy: PostPruning,
  tree: Tree,
  source: EvidenceSource,
  pacer: Pacer,
): Promise<HeldOut[]> {
  const { needs } = strategy;
  if (needs.kind === "nothing") return [];
  if (needs.kind === "training") return [source.training(tree)];
  if (needs.kind === "validation") return [source.validation(tree)];
  if (needs.kind !== "folds") {
    throw new CambiumError("bad-option", `${strategy.name}: needs expects nothing, training, validation or folds`);
  }
  const { rows } = source;
  if (needs.folds > rows.length) {
    const message = `${strategy.name}: ${needs.folds} folds need as many rows, got ${rows.length}`;
    throw new CambiumError("bad-option", message);
  }
  const folds: HeldOut[] = [];
  const foldOf = await inTurns(foldsInTurns(rows.length, needs.folds, needs.seed), pacer);
  for (let fold = 0; fold < needs.folds; fold++) {
    const { kept, heldOut } = await inTurns(partsOf(rows, foldOf, fold), pacer);
    folds.push(await source.fold(kept, heldOut));
  }
  return folds;
}

/** The rows outside of a fold, and those in it. */
function* partsOf(
  rows: Uint32Array,
  foldOf: Uint32Array,
  fold: number,
): Turns<{ kept: Uint32Array; heldOut: Uint32Array }> {
  const [kept, heldOut] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  let [outside, inside] = [0, 0];
  yield* turnsOver(rows.length, (start, end) => {
    for (let place = start; place < end; place++) {
      if (foldOf[place] === fold) heldOut[inside++] = rows[place];
      else kept[outside++] = rows[place];
    }
  });
  return { kept: kept.slice(0, outside), heldOut: heldOut.slice(0, inside) };
}
