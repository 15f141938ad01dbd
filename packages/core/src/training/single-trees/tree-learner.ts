import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { type EngineFacts, engineReport } from "../../engine/tree-engine.ts";
import type { NodeTrace } from "../../grower/node-trace.ts";
import type { Model } from "../../model/model.ts";
import type { TableInput } from "../../table/table-like.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import type { Tree } from "../../tree/tree.ts";
import { aFunction, check } from "../../util/check-options.ts";
import { droppable, type OptionRules, type OptionsOf, option } from "../../util/option.ts";
import { allRows } from "../../util/ranges.ts";
import { inForceOf, type OptionsInForce } from "../options/options-in-force.ts";
import { checkedOptions, type RunOptions, runOptions } from "../options/run-options.ts";
import { fitOf, type InputPolicyOptions, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { type PrunedTree, type PruningNote, pruningReport, type TreeSample } from "./prune-tree.ts";

/** What `fit` of a learner of single trees takes besides the description of the data. */
export const cartRunOptions = /* @__PURE__ */ droppable(() => ({
  ...runOptions,
  /** Called with each node as the tree grows: the best split on each feature, the one that was taken, the rule that refused. Default: none. */
  onNode: option(aFunction<(trace: NodeTrace) => void>(), null),
  /** Rows for the strategies that choose by a validation set. Default: none. */
  validation: option(check<TableInput>("a table", runOptions.validation.accepts), null),
}));

export interface CartFitOptions extends OptionsOf<typeof cartRunOptions> {}

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

/** Samples for many trees, each made when its turn has come. */
export interface SampleBatch {
  readonly count: number;
  sampleOf(index: number): Promise<TreeSample>;
  /** Takes the finished trees, in the order of their numbers. */
  onTree(tree: Tree, index: number, notes: readonly PruningNote[]): void;
}

/**
 * Grows the trees of a batch, so many at the same time. The trees are the same, and come in the same order, for any number: what
 * chance decides in a tree is keyed by the `draw` of its sample.
 */
export async function growBatch(
  grow: (sample: TreeSample) => Promise<PrunedTree>,
  { count, sampleOf, onTree }: SampleBatch,
  atOnce: number,
  pacer: Pacer,
): Promise<void> {
  const finished = new Map<number, PrunedTree>();
  let next = 0;
  let taken = 0;
  let hasFailed = false;
  const growSome = async () => {
    while (next < count && !hasFailed) {
      const index = next++;
      finished.set(index, await grow(await sampleOf(index)));
      for (let pruned = finished.get(taken); pruned !== undefined; pruned = finished.get(taken)) {
        finished.delete(taken);
        onTree(pruned.tree, taken++, pruned.notes);
      }
      if (pacer.due()) await pacer.pause();
    }
  };
  const growing = Array.from({ length: Math.min(count, atOnce) }, () =>
    growSome().catch((reason: unknown) => {
      hasFailed = true;
      throw reason;
    }),
  );
  // All of them come to rest before the memory that they work in is given back.
  for (const end of await Promise.allSettled(growing)) if (end.status === "rejected") throw end.reason;
}

/** What the report of a model tells of the run that made its trees. `asked`: the threads that the user wrote. */
export function reportOfTrees(
  { report, engine }: TreeMaker,
  notes: readonly (readonly PruningNote[])[],
  remarks: readonly string[],
  trees = notes.length,
  asked?: unknown,
): string[] {
  const grew = engine === null ? [] : engineReport(engine, { trees, asked });
  return [...report, ...pruningReport(notes), ...remarks, ...grew];
}

/** What a run is given besides the options of its learner. */
export interface TreeRun {
  readonly dataset: Dataset;
  readonly pacer: Pacer;
  readonly validation?: TableInput | undefined;
  readonly threads?: number | undefined;
  readonly onNode?: CartFitOptions["onNode"];
}

/** A learner of single trees, which `fit` grows on all rows. `open` is given options that nobody else has. */
export function singleTreeLearner<M extends Model, Options extends InputPolicyOptions>(
  name: string,
  given: Options,
  rules: OptionRules,
  open: (options: Options, run: TreeRun) => Promise<TreeMaker>,
): TreeLearner<M, CartFitOptions> {
  const options = checkedOptions(name, given, rules, cartRunOptions);
  return Object.freeze({
    name,
    options,
    openTrees: (dataset, pacer, validation, threads) => open(options, { dataset, pacer, validation, threads }),
    fit: fitOf<M, CartFitOptions>({
      ...{ name, part: null, rules, runRules: cartRunOptions },
      async open(dataset, run, stop) {
        const maker = await open(options, { ...run, dataset, pacer: stop.pacer, threads: 1 });
        const grown: PrunedTree[] = [];
        return {
          done: () => 0,
          async grow() {
            grown.push(await maker.grow({ rows: allRows(dataset.rowCount), target: dataset.target }));
            stop.tellProgress(1, 1);
          },
          modelOf() {
            const [{ tree, path, notes }] = grown;
            const ensemble = { trees: [tree], initialScore: new Float64Array(tree.valueWidth) };
            const learned = { learner: name, ensemble, pruningPath: path, cost: maker.cost };
            const inForce = inForceOf(maker, options);
            return modelOfRun(dataset, options, learned, reportOfTrees(maker, [notes], []), { options: inForce });
          },
          end: () => maker.end(),
        };
      },
    }),
  } satisfies TreeLearner<M, CartFitOptions>);
}
