import type { StepRules } from "../math/newton-gain.ts";
import type { BinLimits } from "./bin-scans.ts";
import type { BinnedShape } from "./binned-layout.ts";

/** A tree that is to grow from its root. */
export interface LeafTree {
  readonly rows: number;
  /** The sums of the root, by which splits are chosen; not used for classes. */
  readonly gradients: number;
  readonly hessians: number;
  /** The sums of the root on the grid of the tree. */
  readonly fineSums: ArrayLike<number>;
  readonly limits: BinLimits;
  /** Of the values of all leaves. */
  readonly bounds: Pick<StepRules, "lower" | "upper">;
  readonly maxLeaves: number;
  /** Whether all splits can be made, so that their order does not matter. */
  readonly anyOrder: boolean;
  readonly maxDepth: number;
  /** Rows of a node that may be split. */
  readonly leastRows: number;
  readonly minGain: number;
  /** What gains are divided by. */
  readonly gainUnit: number;
  /** A node is a leaf if a class has this share of its weight. */
  readonly purity: number;
  /** The targets by row, if a node whose rows have one target is a leaf. */
  readonly targets: Float64Array | null;
  /** The key of random choices in the root; those of children follow from it. */
  readonly path: number;
  readonly draw: LeafDraw;
}

/** What chance decides: random states, as whole numbers below 2^32, and what they choose from. */
export interface LeafDraw {
  /** After the tree's key and the purpose. */
  readonly nodeKey: number;
  readonly levelKey: number;
  /** Below 0 ties between features go to the lowest. */
  readonly tieKey: number;
  /** Features that the tree may use; null: all. */
  readonly features: readonly number[] | null;
  /** How many of them a level may use, and how many of those a node is searched by. */
  readonly perLevel: number;
  readonly perNode: number;
  /** Whether another feature is drawn in the place of one that is constant in the node. */
  readonly skipsConstants: boolean;
}

/** What all trees of a room have in common. */
export interface LeafShape extends BinnedShape {
  /** Leaves of a tree at the most. */
  readonly mostLeaves: number;
  /** Groups of features: below a split only those remain that share one with all features of the splits above. */
  readonly groups?: readonly (readonly number[])[] | undefined;
  readonly ofClasses: boolean;
  /** Whether trees have targets. */
  readonly hasTargets: boolean;
  readonly isMonotone: boolean;
  /** Whether all nodes of a level are split alike. */
  readonly isSymmetric: boolean;
}
