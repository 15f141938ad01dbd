import type { FitGoal } from "../goal/fit-goal.ts";
import type { Grower, GrowTask } from "../grower/grower.ts";
import type { ClassLossKernel } from "../loss/loss.ts";
import { searchLimits } from "../pruning/limits.ts";
import type { PrePruning } from "../pruning/pruning-strategy.ts";
import type { SearchPlan, Splitter } from "../splitter/splitter.ts";
import type { Tree } from "../tree/tree.ts";

/**
 * Grows trees: the seam between what a learner wants and how it is done.
 * "exact" tries all thresholds, and "binned" those between bins, each in compiled loops. "reference" is plain TypeScript, which supports
 * everything. Where two of them support a task, they grow the same tree to the bit.
 */
export type EngineName = "exact" | "binned" | "reference";

/** What one fit asks of the engine that grows its trees. */
export interface EnginePlan extends Omit<SearchPlan, "minRowsLeaf" | "minChildWeight" | "symmetric" | "maxLeaves"> {
  readonly splitter: Splitter;
  readonly grower: Grower;
  readonly rules: readonly PrePruning[];
  /** Whether a task may have `onNode`. Default: false. */
  readonly isWatched?: boolean;
}

/**
 * Life cycle
 * 1. `openEngine` chooses an engine for a fit, and takes the memory that the fit needs.
 * 2. `grow` for each tree. Trees that do not depend on each other may grow at the same time, up to `treesAtOnce`.
 * 3. In boosting `scores` gives the goal of a tree before it grows, and takes its values after that.
 * 4. `end`, in a `finally`: gives the memory back.
 */
export interface TreeEngine {
  readonly name: EngineName;
  /** Why no faster engine was chosen: the ends of sentences that begin with "because". */
  readonly because: readonly string[];
  /** How many threads share the work of one tree, or of the trees that grow at the same time. */
  readonly threads: number;
  /** How many trees may grow at the same time, each on a thread of its own. */
  readonly treesAtOnce: number;
  /** Whether the numbers of a goal need not be on the grid of its rows: see `gradientGoal`. */
  readonly roundsGoals: boolean;
  /** What the host refused so far, in sentences. */
  readonly report: readonly string[];
  /** Null where the learner keeps the scores itself. */
  readonly scores: ScoreKeeper | null;
  grow(task: GrowTask): Promise<Tree>;
  end(): void;
}

/** What the report of a model says of an engine. */
export type EngineFacts = Pick<TreeEngine, "name" | "because" | "threads" | "treesAtOnce" | "report">;

/** The scores of the rows in boosting, kept where the rows are. */
export interface ScoreKeeper {
  /** All rows of the first score, then all of the second. */
  readonly values: Float64Array;
  /**
   * The goal of the next tree from the scores, by the compiled derivatives of the plan, with the bits of `gradientGoal`; null
   * where a derivative is not finite, or nothing is compiled.
   */
  derive(rows: Uint32Array): Promise<FitGoal | null>;
  /** The same of one of several scores. The first one comes first in each round; a score may change when its goal was derived. */
  deriveClass(loss: ClassLossKernel, place: number, rows: Uint32Array): Promise<FitGoal | null>;
  /** Adds the leaf values of the last tree to a score of its rows. */
  add(values: LeafValues, place: number): Promise<void>;
}

/** The values of a tree that has been pruned and refitted since it was grown. */
export interface LeafValues {
  ofRow(row: number): number;
  /** At the end of a path of sides from the root, or in the leaf above it. */
  onWay(sides: readonly number[]): number;
}

/** Which engine grew the trees of a fit, on how many threads, and why it was no faster one. `asked`: the threads that the user wrote. */
export function engineReport(
  { name, threads, treesAtOnce, because, report }: EngineFacts,
  { trees, asked }: { readonly trees: number; readonly asked?: unknown },
): string[] {
  const used = treesAtOnce > 1 ? Math.min(trees, threads) : threads;
  const isLess = typeof asked === "number" && used < Math.min(asked, trees);
  const on = `${used}${isLess ? ` of ${asked}` : ""} ${used === 1 && !isLess ? "thread" : "threads"}`;
  const why = because.length === 0 ? "" : `, because ${because.join(", and ")}`;
  return [...report, `the ${name} engine grew the ${trees === 1 ? "tree" : "trees"} on ${on}${why}`];
}

/** What a search keeps to: of the rules those that decide which splits there are. */
export function searchPlanOf({ grower, rules, ...plan }: EnginePlan): SearchPlan {
  const { order } = grower;
  const limits = searchLimits(rules);
  const leaves = order?.by === "gain" ? order.leaves : Number.POSITIVE_INFINITY;
  return {
    ...{ ...plan, ...limits, mostLeaves: Math.min(leaves, limits.mostLeaves) },
    ...(order?.by === "gain" && { maxLeaves: leaves }),
    symmetric: order?.by === "level",
  };
}
