import type { Measure } from "../generated/tree-layout.ts";

/** The data that trees are grown on, and the kind of their goal: what a room is made for. */
export interface TreeShape {
  readonly rowCount: number;
  /** By feature: how many categories it has; 0 for one of numbers. */
  readonly categories: readonly number[];
  /** Whether one threshold is drawn for each node and numeric feature, instead of all tried. */
  readonly drawsThresholds: boolean;
  /** 0 for gradients. */
  readonly classes: number;
  /** Trees grow best first, to no more leaves than this; in any order if it is left out. */
  readonly maxLeaves?: number;
  /** Groups of features: beneath a split stand those that share a group with all above them, and these. Default: all may. */
  readonly groups?: readonly (readonly number[])[];
  /** By feature: 1 where values may only ascend with it, -1 where they may only descend. Needs the measure `heldNewton`. */
  readonly monotone?: Int8Array;
  /** By feature, what gains of its splits are multiplied by. */
  readonly gainFactors?: Float64Array;
}

/** The gains that the kernel knows. */
export type TreeMeasure = keyof typeof Measure;

/** What one tree is to fit, and when it stops. All arrays go by row; those of rows outside the bag are not read. */
export interface TreeTask {
  /** The rows of the bag, ascending. */
  readonly rows: Uint32Array;
  /** Gradients, and no codes; or codes of the classes, and no gradients. */
  readonly gradients: Float64Array | null;
  readonly codes: Int32Array | null;
  /** Hessians, or weights of the rows. */
  readonly weights: Float64Array;
  /** What each row alone would say: a node whose rows all say the same is a leaf. */
  readonly targets: Float64Array | null;
  /** What a split gains. */
  readonly measure: TreeMeasure;
  readonly l2: number;
  /** Of the measure `heldNewton`: draws sums of gradients to 0. */
  readonly l1: number;
  /** Of the same: bounds of all leaf values. */
  readonly lowest: number;
  readonly highest: number;
  /** The features that may be used, ascending. */
  readonly features: readonly number[];
  /** How many of them are drawn for a level; all of them, or more, for no draw. */
  readonly featuresPerLevel: number;
  /** How many of those are drawn for a node; all of them, or more, for no draw. */
  readonly featuresPerNode: number;
  /** Features that are constant in the node count as drawn. */
  readonly drawsConstants: boolean;
  /** `randomBits` of the tree's key and the purpose of the draw. */
  readonly drawKey: number;
  /** The same for levels. */
  readonly levelKey: number;
  /** The same for ties between features; null: they go to the lowest. */
  readonly tieKey: number | null;
  /** The same for thresholds. */
  readonly thresholdKey: number;
  /** Whether the rows of a tree of gradients are to stand side by side in its leaves, when it is grown. */
  readonly settlesRows: boolean;
  /** A cut of categories parts one from all others. */
  readonly oneVsRest: boolean;
  /** Added to the weight of a category when categories are sorted by their means. */
  readonly smoothing: number;
  /** If gradients are fitted: at most so many of the sorted categories are on one of the two sides. */
  readonly mostCategories: number;
  /** Up to so many categories in a node all their partitions are tried where the classes are more than two; at most 31. */
  readonly mostTried: number;
  readonly minRowsLeaf: number;
  readonly minChildWeight: number;
  readonly maxDepth: number;
  readonly minRowsSplit: number;
  /** In units of `gainUnit`. */
  readonly minGain: number;
  readonly gainUnit: number;
  /** Share of one class that makes a leaf; above 1 for none. */
  readonly purity: number;
  /** At most so many as the room is made for; Infinity where the order does not matter. */
  readonly maxLeaves: number;
}
