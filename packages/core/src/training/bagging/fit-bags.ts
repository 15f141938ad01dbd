import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { DatasetOptions } from "../../dataset/dataset-options.ts";
import type { Target, Task } from "../../dataset/target.ts";
import { engineReport } from "../../engine/engine-report.ts";
import type { Model, OutOfBag } from "../../model/model.ts";
import type { TableInput } from "../../table/table-like.ts";
import { type CostMatrix, predictedClass } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { expectRoomForValues } from "../../tree/value-limit.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import type { OptionRules } from "../../util/option.ts";
import { inTurns } from "../../util/turns.ts";
import { type ForestFitOptions, forestRunOptions } from "../options/forest-options.ts";
import type { OptionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation, checkFitOptions } from "../options/run-options.ts";
import { FitStop } from "../run/fit-stop.ts";
import { datasetOf, type InputPolicyOptions } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { ownRun } from "../run/own-run.ts";
import { threadsFor } from "../run/threads.ts";
import { type PruningNote, pruningReport } from "../single-trees/pruning-report.ts";
import { growOneByOne, type SampleBatch, type TreeMaker } from "../single-trees/tree-learner.ts";
import { type BagSampling, Bags } from "./bags.ts";

/** A forest, whatever its trees are. */
export interface BagPlan {
  readonly name: string;
  /** Of its options. */
  readonly rules: OptionRules;
  /** The only one that its trees are for; undefined: either. */
  readonly task: Task | undefined;
  readonly policy: InputPolicyOptions;
  readonly trees: number;
  readonly vote: "probability" | "majority" | undefined;
  readonly sampling: BagSampling;
  /** The options of the learner with the values that are used, and what was chosen automatically. */
  resolve(
    maker: TreeMaker,
    dataset: Dataset,
  ): { readonly options: OptionsInForce; readonly choices: readonly string[] };
  openTrees(dataset: Dataset, pacer: Pacer, validation: undefined, threads: number): Promise<TreeMaker>;
}

/** What `fit` of a forest does: grows a tree on each bag; the model says the mean of what they say. */
export async function fitBags(
  plan: BagPlan,
  data: TableInput | Dataset,
  run: Partial<DatasetOptions> & ForestFitOptions,
): Promise<Model> {
  checkFitOptions(plan.name, run, forestRunOptions, plan.rules);
  return ownRun(data, run, async (ownData, own) => {
    const stop = new FitStop(plan.name, "tree", own);
    try {
      const dataset = await datasetOf(ownData, { ...own, signal: stop.signal }, plan.task);
      checkVote(plan, dataset.target);
      return await growBags(plan, dataset, own, stop);
    } catch (error) {
      await stop.modelInTime(error, 0, undefined);
      throw error;
    }
  });
}

async function growBags(plan: BagPlan, dataset: Dataset, run: ForestFitOptions, stop: FitStop): Promise<Model> {
  const { threads: asked, onTree } = run;
  const bags = await inTurns(Bags.open(dataset, plan.sampling), stop.pacer);
  const maker = await plan.openTrees(dataset, stop.pacer, undefined, threadsFor(asked, plan.trees, dataset));
  const trees: Tree[] = [];
  const notes: (readonly PruningNote[])[] = [];
  const votes = plan.vote === "majority";
  let nodes = 0;
  const batch: SampleBatch = {
    count: plan.trees,
    sampleOf: (index) => bags.sampleOf(index, stop.pacer),
    onTree(tree, _index, ofTree) {
      nodes += tree.nodeCount;
      expectRoomForValues(nodes, tree.valueWidth);
      notes.push(ofTree);
      trees.push(votes ? withVotes(tree, maker.cost) : tree);
      onTree?.({ tree: trees.length, trees: plan.trees });
      stop.tellProgress(trees.length, plan.trees);
    },
  };
  const modelOf = (...why: readonly string[]) => {
    const { options, choices } = plan.resolve(maker, dataset);
    const grew = maker.engine === null ? [] : engineReport(maker.engine, { trees: plan.trees, asked });
    const idle = aboutIdleValidation(run);
    const remarks = [...choices, ...maker.report, ...pruningReport(notes), ...why, ...idle, ...grew];
    // Each vote has minded the costs already.
    const learned = { learner: plan.name, ...meanOf(trees), cost: votes ? null : maker.cost };
    const outOfBag = bags.leaveOut ? outOfBagOf(bags, dataset) : null;
    return modelOfRun(dataset, plan.policy, learned, remarks, { outOfBag, options });
  };
  try {
    await (maker.growMany?.(batch) ?? growOneByOne(maker, batch));
    return modelOf();
  } catch (error) {
    const model = await stop.modelInTime(error, trees.length, modelOf);
    if (model === null) throw error;
    return model;
  } finally {
    maker.end();
  }
}

/** The mean of what the trees say. */
function meanOf(trees: readonly Tree[]) {
  const weights = new Float64Array(trees.length).fill(1);
  const initialScore = new Float64Array(trees[0].valueWidth);
  const ensemble = { trees, initialScore, combine: { by: "mean" as const, weights } };
  return { ensemble, link: "identity" as const, loss: null, pruningPath: [] };
}

function outOfBagOf(bags: Bags, { rowCount, columns, target }: Dataset): OutOfBag {
  const rowsOutOf = (tree: number) => bags.rowsOutOf(tree);
  return { columns: rowsOfColumns(rowCount, columns), target, rowsOutOf };
}

function checkVote({ name, vote }: BagPlan, target: Target): void {
  if (vote !== "majority" || target.task === "classification") return;
  const message = `${name}: vote: "majority" is for classification, but the target "${target.name}" is taken for regression, where trees are averaged; leave it out, or pass task: "classification" to fit`;
  throw new CambiumError("bad-option", message);
}

/** The same tree, every node of which is for one class alone: the one that it predicts. */
export function withVotes(tree: Tree, cost: CostMatrix | null): Tree {
  const width = tree.valueWidth;
  const value = new Float64Array(tree.value.length);
  for (let node = 0; node < tree.nodeCount; node++) {
    value[node * width + predictedClass(cost, tree.value, node * width, width)] = 1;
  }
  return { ...tree, value };
}
