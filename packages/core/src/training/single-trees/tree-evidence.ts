import type { Dataset } from "../../dataset/dataset.ts";
import type { HeldOut } from "../../pruning/pruning-strategy.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import type { ValidationRows } from "../validation/validation-rows.ts";
import type { EvidenceSource } from "./prune-tree.ts";
import type { TreeSample } from "./tree-learner.ts";

/** What a learner of single trees alone can do. */
export interface TreeHand {
  /** What errors cost for a unit of weight of the sample, where they do not cost the same. */
  readonly cost: CostMatrix | null;
  growFull(sample: TreeSample): Promise<Tree>;
  recount(tree: Tree, sample: TreeSample): Promise<Tree>;
  /** Where a tree is not grown on what its decisions are judged by. */
  readonly judged?: Pick<HeldOut, "target" | "cost"> & { asItDecides(tree: Tree): Tree };
}

/** The evidence that pruning may ask for, of a tree that was grown on this sample. */
export function treeEvidence(
  dataset: Dataset,
  sample: TreeSample,
  validation: ValidationRows | undefined,
  hand: TreeHand,
): EvidenceSource {
  const { rows, target } = sample;
  const { target: trueTarget = target, cost = null, asItDecides = (tree: Tree) => tree } = hand.judged ?? {};
  const heldOut = (tree: Tree, held: Uint32Array): HeldOut => {
    return { tree, columns: rowsOfColumns(dataset.rowCount, dataset.columns), target, rows: held };
  };
  return {
    rows,
    cost: hand.cost,
    training: (tree) => heldOut(tree, rows),
    recount: (tree) => hand.recount(tree, sample),
    // Asked for only where there is a validation set: whoever opened the run has seen to it.
    validation: (tree) => ({ ...(validation as ValidationRows), tree: asItDecides(tree), cost }),
    fold: async (kept, held) => {
      const grown = await hand.growFull({ ...sample, rows: kept });
      return { ...heldOut(asItDecides(grown), held), target: trueTarget, grown, cost };
    },
  };
}
