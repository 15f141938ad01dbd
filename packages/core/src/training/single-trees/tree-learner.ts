import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Target } from "../../dataset/target.ts";
import type { EngineFacts } from "../../engine/tree-engine.ts";
import type { Model } from "../../model/model.ts";
import type { TreeDraw } from "../../splitter/splitter.ts";
import type { TableInput } from "../../table/table-like.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import type { Tree } from "../../tree/tree.ts";
import type { OptionsInForce } from "../options/options-in-force.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { InputPolicyOptions, Learner } from "../run/learner.ts";
import type { PrunedTree } from "./prune-tree.ts";
import type { PruningNote } from "./pruning-report.ts";

/** A learner of single trees. Ensembles take any: they ask it for many trees, each grown on a sample of their own. */
export interface TreeLearner<M extends Model = Model, Run extends object = RunOptions> extends Learner<M, Run> {
  readonly options: InputPolicyOptions;
  /**
   * Opens a run on this dataset; whoever opened it ends it, in a `finally`. `validation` is what `fit` was given; `threads`
   * says how many trees of `growMany` may grow at once, where the learner can do that.
   */
  openTrees(dataset: Dataset, pacer: Pacer, validation?: TableInput, threads?: number): Promise<TreeMaker>;
}

/** One run of a tree learner: what all trees share is made once. */
export interface TreeMaker {
  /** What grows the trees, for the report; null where there is nothing to report of it. */
  readonly engine: EngineFacts | null;
  /** The options of its learner, with the values that are used; those that were given where a learner does not resolve them. */
  readonly options?: OptionsInForce;
  /** What errors cost, where the learner was told. */
  readonly cost: CostMatrix | null;
  /** What was noticed so far, in sentences. */
  readonly report: readonly string[];
  /** Grows a tree on the sample and prunes it, as the learner's options say. Trees come one after the other. */
  grow(sample: TreeSample): Promise<PrunedTree>;
  /** Grows trees that do not depend on each other. A maker has it that can do better than one after the other. */
  growMany?(batch: SampleBatch): Promise<void>;
  end(): void;
}

/** What one tree learns from. */
export interface TreeSample {
  /** The rows that it may see, ascending, each once. */
  readonly rows: Uint32Array;
  /** The dataset's target, or one of its task with as many rows: a row that was drawn twice has double weight here. */
  readonly target: Target;
  /** What chance decides in this tree. A learner in which it decides nothing still keeps to `draw.features`. */
  readonly draw?: TreeDraw;
}

/** Samples for many trees, each made when its turn has come. */
export interface SampleBatch {
  readonly count: number;
  sampleOf(index: number): Promise<TreeSample>;
  /** Takes the finished trees, in the order of their numbers. */
  onTree(tree: Tree, index: number, notes: readonly PruningNote[]): void;
}

/** Grows a tree on each sample, one after the other. */
export async function growOneByOne(maker: TreeMaker, batch: SampleBatch): Promise<void> {
  for (let index = 0; index < batch.count; index++) {
    const { tree, notes } = await maker.grow(await batch.sampleOf(index));
    batch.onTree(tree, index, notes);
  }
}
