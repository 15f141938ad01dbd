import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import type { Model } from "../../model/model.ts";
import { type CostMatrix, predictedClass } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { expectRoomForValues } from "../../tree/value-limit.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import type { OptionRules } from "../../util/option.ts";
import { inTurns } from "../../util/turns.ts";
import { type ForestFitOptions, forestRunOptions } from "../options/forest-options.ts";
import type { OptionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation } from "../options/run-options.ts";
import type { FitInParts, FitStop } from "../run/fit-stop.ts";
import { fitOf, type InputPolicyOptions, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { threadsFor } from "../run/threads.ts";
import type { PruningNote } from "../single-trees/prune-tree.ts";
import { growBatch, reportOfTrees, type SampleBatch, type TreeMaker } from "../single-trees/tree-learner.ts";
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

/** The `fit` of a forest: grows a tree on each bag; the model says the mean of what they say. */
export function fitBags<M extends Model>(plan: BagPlan): Learner<M, ForestFitOptions>["fit"] {
  return fitOf<M, ForestFitOptions>({
    ...plan,
    part: "tree",
    runRules: forestRunOptions,
    open: (dataset, run, stop) => openBags(plan, dataset, run, stop),
  });
}

async function openBags(plan: BagPlan, dataset: Dataset, run: ForestFitOptions, stop: FitStop): Promise<FitInParts> {
  checkVote(plan, dataset);
  const { threads: asked, onTree } = run;
  const { pacer } = stop;
  const bags = await inTurns(Bags.open(dataset, plan.sampling), pacer);
  const maker = await plan.openTrees(dataset, pacer, undefined, threadsFor(asked, plan.trees, dataset));
  const trees: Tree[] = [];
  const notes: (readonly PruningNote[])[] = [];
  const votes = plan.vote === "majority";
  let nodes = 0;
  const batch: SampleBatch = {
    count: plan.trees,
    sampleOf: (index) => inTurns(bags.sampleOf(index), pacer),
    onTree(tree, _index, ofTree) {
      nodes += tree.nodeCount;
      expectRoomForValues(nodes, tree.valueWidth);
      notes.push(ofTree);
      trees.push(votes ? withVotes(tree, maker.cost) : tree);
      onTree?.({ tree: trees.length, trees: plan.trees });
      stop.tellProgress(trees.length, plan.trees);
    },
  };
  return {
    get done() {
      return trees.length;
    },
    grow: () => maker.growMany?.(batch) ?? growBatch((sample) => maker.grow(sample), batch, 1, pacer),
    modelOf(end) {
      const { options, choices } = plan.resolve(maker, dataset);
      const remarks = reportOfTrees(maker, notes, [end ?? [], ...aboutIdleValidation(run)].flat(), plan.trees, asked);
      const weights = new Float64Array(trees.length).fill(1);
      const initialScore = new Float64Array(trees[0].valueWidth);
      const ensemble = { trees, initialScore, combine: { by: "mean" as const, weights } };
      // Each vote has minded the costs already.
      const learned = { learner: plan.name, ensemble, cost: votes ? null : maker.cost };
      const columns = rowsOfColumns(dataset.rowCount, dataset.columns);
      const rowsOutOf = (tree: number) => bags.rowsOutOf(tree);
      const outOfBag = bags.leaveOut ? { columns, target: dataset.target, rowsOutOf } : null;
      return modelOfRun(dataset, plan.policy, learned, [...choices, ...remarks], { outOfBag, options });
    },
    end: () => maker.end(),
  };
}

function checkVote({ name, vote }: BagPlan, { target }: Dataset): void {
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
