import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import type { Dataset } from "../dataset/dataset.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import type { LossKernel } from "../loss/loss.ts";
import type { Split } from "./split.ts";
import type { ValueBounds } from "./value-bounds.ts";

/**
 * Finds the best cut of a node, and owns the partition of the rows.
 *
 * Life cycle
 * 1. `begin` once per fit: binds the data and the criterion, and takes the memory that the fit will need, or knows how much.
 * 2. `root` once per tree: takes the tree's goal and the rows in its bag, and gives the root.
 * 3. `findBest` per wave (a level of the tree, or the children of some nodes): the best cut of each node, or null. A splitter
 *    may share passes over the data between the nodes of a wave; the result does not depend on the grouping.
 * 4. `apply` for those that are to be cut: moves the rows, and gives two children per node. A node is dead after that.
 * 5. Steps 2 to 4 for the next tree; it replaces the one before.
 * 6. `end`, in a `finally`: gives the memory back.
 *
 * A cut needs a gain above 0, and on both sides `minRowsLeaf` rows and `minChildWeight`. Ties go to the lowest feature,
 * or where the tree has a draw to a feature drawn for the node, then to the lowest threshold, then to missing values on the left.
 */
export interface Splitter {
  readonly name: string;
  /** Which thresholds it tries, where it is built in: the compiled engines then do its work. Your own splitter leaves it out. */
  readonly tries?: "all thresholds" | { readonly maxBins: number };
  begin(plan: SearchPlan): Promise<SplitSearch>;
}

export interface SearchPlan {
  readonly dataset: Dataset;
  readonly criterion: Criterion;
  readonly minRowsLeaf: number;
  /** The least weight, or sum of hessians, of either child: the last number of its record. Default: 0. */
  readonly minChildWeight?: number;
  /** Which sets of categories are tried: the best partition is looked for, or each category against the rest. */
  readonly categorical?: "partition" | "oneVsRest";
  /** Added to the weights of categories when they are sorted, so that those of little weight stand in the middle. Default: 0. */
  readonly smoothing?: number;
  /** The most sorted categories on one of the two sides of a split. Default: no limit. */
  readonly mostCategories?: number;
  /**
   * Told, a cut is judged by the rows that have its feature, and up to so many cuts on other features stand in for it where
   * it is missing. Else a cut learns the side of missing values.
   */
  readonly maxSurrogates?: number;
  /** How many features the nodes of a level are searched by, drawn from those of the tree. Default: all. */
  readonly featuresPerLevel?: number;
  /** How many features each node is searched by, drawn from those of its level: see `drawFeatures`. Default: all. */
  readonly featuresPerNode?: number;
  /** By feature: 1 where predictions may only ascend with it, -1 where they may only descend, 0 where they may do as they like. */
  readonly monotone?: Int8Array;
  /** By feature, what gains of its cuts are multiplied by. */
  readonly gainFactors?: Float64Array;
  /** Whether a feature that is constant in a node is drawn like any other, or another one in its place, as in forests. */
  readonly drawsConstants?: boolean;
  /** Groups of features: beneath a cut a node is searched by those that share a group with all on the way to it, and by these. */
  readonly interactions?: readonly (readonly number[])[];
  /** Whether the nodes of a level are all cut alike: see `findLevel`. */
  readonly symmetric?: boolean;
  /** Tries one threshold for each node and numeric feature, drawn between the node's values, instead of all. */
  readonly randomThresholds?: boolean;
  /** Leaves of any tree at the most. Default: as many as there are rows. */
  readonly mostLeaves?: number;
  /** The most leaves of a tree, which then grows best first. Default: no limit, and the order does not matter. */
  readonly maxLeaves?: number;
  /** How many threads may grow trees at the same time, where whole trees are grown, or share one tree. It never changes a tree. Default: 1. */
  readonly threads?: number;
  /** Whether trees come one after the other, so that threads can only share one. */
  readonly sharesTrees?: boolean;
  /** How fine the sums are by which cuts are chosen, where a search has coarser ones that are faster. Default: "wide". */
  readonly gradientBits?: GradientBits;
  /** How many scores of each row are to be kept beside the rows, for boosting. Default: none. */
  readonly keptScores?: number;
  /** The compiled derivatives of the loss that will be boosted, where it has one score and some. */
  readonly lossKernel?: LossKernel;
  readonly pacer: Pacer;
}

/**
 * "wide": cuts are chosen by gradients as fine as the grid of the tree, at least 29 bits. 16: by 16 bits of them. "auto": by 16
 * for the trees whose gradients and hessians lose at most a thousandth of their size by it.
 */
export type GradientBits = "auto" | 16 | "wide";

/** What chance decides within one tree, and what it chooses from. Where a tree has a draw, it also decides between features that tie. */
export interface TreeDraw {
  /** All random choices within the tree are keyed by this number and by the node's path: `randomBits(seed, …, tree)`. */
  readonly key: number;
  /** The features that the tree may use, ascending. Default: all. */
  readonly features?: readonly number[];
}

/** Called with the position of a node in its wave and the best split on a feature; null where no split gains within the limits. */
export type OnCandidate = (position: number, feature: number, split: Split | null) => void;

export interface SplitSearch {
  /** Whether `root` puts the numbers of a goal on the grid of its rows. Default: false, they have to be there. */
  readonly roundsGoals?: boolean;
  /** `rows`, in ascending order, are the rows that the tree may see; `draw` is for plans in which chance has a say. */
  root(goal: FitGoal, rows: Uint32Array, draw?: TreeDraw): Promise<SearchNode>;
  /** `onCandidate` is told the best cut on each feature by which a node is searched. */
  findBest(nodes: readonly SearchNode[], onCandidate?: OnCandidate): Promise<(Split | null)[]>;
  /** The children of `nodes[i]` are at 2i and 2i + 1. `areLast` is a hint that nobody will search them. */
  apply(nodes: readonly SearchNode[], splits: readonly Split[], areLast?: boolean): Promise<SearchNode[]>;
  /**
   * For searches that choose cuts by coarser sums: writes the sums of the tree's grid into the records of these nodes, which
   * were not cut and are all such nodes of the tree. Called once, when it is grown.
   */
  settle?(leaves: readonly SearchNode[]): Promise<void>;
  end(): void;
  /**
   * Where the plan says `symmetric`: of all cuts on a feature that every node may use, the one whose gains, summed over the nodes in
   * their order, are the greatest, for each node that it leaves enough on both sides, whatever it gains there; null for the
   * others, and for all where no cut gains. Ties as those of a single node.
   */
  findLevel?(nodes: readonly SearchNode[]): Promise<(Split | null)[]>;
}

/** A node while its tree grows: a run of rows in the splitter's partition. */
export interface SearchNode {
  readonly depth: number;
  /** Where the node is in its tree, by `ROOT_PATH` and `childPath`: what random choices about it are keyed with. */
  readonly path: number;
  readonly start: number;
  readonly end: number;
  /** The node's statistics record. */
  readonly stats: Float64Array;
  /** What leaves beneath the node may say, where a plan has monotone features: see `childBounds`. */
  readonly bounds?: ValueBounds | undefined;
}

/** Numbers in a statistics record when this criterion works on this dataset: see `criterion.ts`. */
export function recordWidth(criterion: Criterion, dataset: Dataset): number {
  if (criterion.goal === "gradients") return 2;
  if (dataset.target.task === "classification") return dataset.target.classes.length + 1;
  const found = `the target "${dataset.target.name}" is numeric`;
  throw new TypeError(`criterion "${criterion.name}" needs classes, but ${found}`);
}
