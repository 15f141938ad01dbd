import { createPacer, type Pacer } from "@cambium/kernels";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import type { Target, Task } from "../dataset/target.ts";
import type { Model } from "../model/model.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { type CostMatrix, predictedClass } from "../tree/predicted-class.ts";
import { rowsOfColumns } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { expectRoomForValues } from "../tree/value-limit.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions } from "../util/check-options.ts";
import type { Threads } from "../util/threads-option.ts";
import { type BagSampling, Bags } from "./bags.ts";
import { type ForestFitOptions, forestFitOptions } from "./forest-options.ts";
import { datasetOf } from "./learner.ts";
import { modelOfRun } from "./model-of-run.ts";
import { ownRun } from "./own-run.ts";
import { type PruningNote, pruningReport } from "./pruning-report.ts";
import { threadsFor } from "./threads.ts";
import { growOneByOne, type SampleBatch, type TreeMaker } from "./tree-learner.ts";

/** A forest, whatever its trees are. */
export interface BagPlan {
  readonly name: string;
  /** The only one that its trees are for; undefined: either. */
  readonly task: Task | undefined;
  readonly policy: Partial<InputPolicy>;
  readonly trees: number;
  readonly vote: "probability" | "majority" | undefined;
  readonly sampling: BagSampling;
  openTrees(dataset: Dataset, pacer: Pacer, validation: undefined, threads: number): Promise<TreeMaker>;
}

/** What `fit` of a forest does: grows a tree on each bag; the model says the mean of what they say. */
export async function fitBags(
  plan: BagPlan,
  data: TableInput | Dataset,
  run: Partial<DatasetOptions> & ForestFitOptions,
): Promise<Model> {
  checkOptions("fit", run, forestFitOptions);
  return ownRun(data, run, (ownData, own) => growBags(plan, ownData, own));
}

async function growBags(
  plan: BagPlan,
  data: TableInput | Dataset,
  run: Partial<DatasetOptions> & ForestFitOptions,
): Promise<Model> {
  const { onTree, threads: asked, signal } = run;
  const dataset = await datasetOf(data, run, plan.task);
  checkVote(plan, dataset.target);
  const threadCount = threadsFor(asked, plan.trees, dataset);
  const maker = await plan.openTrees(dataset, createPacer(signal), undefined, threadCount);
  try {
    const bags = new Bags(dataset, plan.sampling);
    const trees: Tree[] = [];
    const notes: (readonly PruningNote[])[] = [];
    const votes = plan.vote === "majority";
    let nodes = 0;
    const batch: SampleBatch = {
      count: plan.trees,
      sampleOf: (index) => bags.sampleOf(index),
      onTree(tree, _index, ofTree) {
        nodes += tree.nodeCount;
        expectRoomForValues(nodes, tree.valueWidth);
        notes.push(ofTree);
        trees.push(votes ? withVotes(tree, maker.cost) : tree);
        onTree?.({ tree: trees.length, trees: plan.trees });
      },
    };
    const threads = await (maker.growMany?.(batch) ?? growOneByOne(maker, batch));
    const remarks = [...pruningReport(notes), ...aboutThreads(asked, threads, plan.trees)];
    const weights = new Float64Array(trees.length).fill(1);
    const initialScore = new Float64Array(trees[0].valueWidth);
    const ensemble = { trees, initialScore, combine: { by: "mean" as const, weights } };
    const learned = {
      learner: plan.name,
      ensemble,
      link: "identity" as const,
      loss: null,
      pruningPath: [],
      // Each vote has minded the costs already.
      cost: votes ? null : maker.cost,
    };
    const outOfBag = bags.leaveOut
      ? {
          columns: rowsOfColumns(dataset.rowCount, dataset.columns),
          target: dataset.target,
          rowsOutOf: (tree: number) => bags.rowsOutOf(tree),
        }
      : null;
    return modelOfRun(dataset, plan.policy, learned, maker.engine, [...maker.report, ...remarks], { outOfBag });
  } finally {
    maker.end();
  }
}

/** How many threads there were, where there were several or should have been: it changes the time, never the trees. */
function aboutThreads(asked: Threads | undefined, threads: number, trees: number): string[] {
  if (typeof asked !== "number" || threads >= Math.min(asked, trees)) {
    return threads > 1 ? [`the trees grew on ${threads} threads`] : [];
  }
  const why = "more need workers with shared memory, and a criterion and rules that are built in, without surrogates";
  return [`threads: ${asked} were asked for, and the trees grew on ${threads}; ${why}`];
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
