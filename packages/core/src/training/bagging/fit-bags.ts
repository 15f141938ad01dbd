import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import type { Model } from "../../model/model.ts";
import { type CostMatrix, predictedClass } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { expectRoomForValues } from "../../tree/value-limit.ts";
import { demand } from "../../util/demand.ts";
import type { OptionRules } from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import { type ColumnShare, columnCount, type ForestFitOptions, forestRunOptions } from "../options/forest-options.ts";
import type { OptionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation } from "../options/run-options.ts";
import type { FitInParts, FitStop } from "../run/fit-stop.ts";
import { fitOf, type InputPolicyOptions, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { RowDraw, treeDraw } from "../run/row-draw.ts";
import { threadsFor } from "../run/threads.ts";
import type { PruningNote, TreeSample } from "../single-trees/prune-tree.ts";
import { growBatch, reportOfTrees, type SampleBatch, type TreeMaker } from "../single-trees/tree-learner.ts";

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
  readonly seed: number;
  /** Draw rows with replacement, so that a row may come several times. */
  readonly bootstrap: boolean;
  /** Share of the rows: of draws with replacement, else the chance of each row. */
  readonly rowSample: number;
  /** Of the columns, which a tree may use. */
  readonly columnShare: ColumnShare;
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
  const votes = plan.vote === "majority";
  const message = `${plan.name}: vote: "majority" is for classification, but the target "${dataset.target.name}" is taken for regression, where trees are averaged; leave it out, or pass task: "classification" to fit`;
  demand(!votes || dataset.target.task === "classification", message);
  const { threads: asked, onTree } = run;
  const { pacer } = stop;
  const bags = await inTurns(Bags.open(dataset, plan), pacer);
  const maker = await plan.openTrees(dataset, pacer, undefined, threadsFor(asked, plan.trees, dataset));
  const trees: Tree[] = [];
  const notes: (readonly PruningNote[])[] = [];
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

/** The same tree, every node of which is for one class alone: the one that it predicts. */
export function withVotes(tree: Tree, cost: CostMatrix | null): Tree {
  const width = tree.valueWidth;
  const value = new Float64Array(tree.value.length);
  for (let node = 0; node < tree.nodeCount; node++) {
    value[node * width + predictedClass(cost, tree.value, node * width, width)] = 1;
  }
  return { ...tree, value };
}

/**
 * The bags of a forest. Each is a function of the seed and of the number of its tree: it can be asked for in any order,
 * again after training, and a forest of more trees begins with the same ones. Rows of no weight are in no bag that leaves
 * rows out.
 */
class Bags {
  private constructor(
    private readonly dataset: Dataset,
    private readonly plan: BagPlan,
    private readonly draw: RowDraw,
    /** The rows that can be drawn, in the order of their own numbers. */
    private readonly inOrder: Uint32Array,
  ) {}

  static *open(dataset: Dataset, plan: BagPlan): Turns<Bags> {
    const draw = new RowDraw(dataset);
    return new Bags(dataset, plan, draw, yield* draw.inOrder());
  }

  /** True where trees leave rows out. */
  get leaveOut(): boolean {
    return this.plan.bootstrap || this.plan.rowSample < 1;
  }

  /** The rows that a tree did not see, ascending. */
  rowsOutOf(tree: number): Uint32Array {
    const isOut = new Uint8Array(this.dataset.rowCount).fill(1);
    for (const row of atOnce(this.#bagOf(tree)).rows) isOut[row] = 0;
    return allRows(this.dataset.rowCount).filter((row) => isOut[row] === 1);
  }

  *sampleOf(tree: number): Turns<TreeSample> {
    const { target, columns } = this.dataset;
    const { rows, counts } = yield* this.#bagOf(tree);
    const { seed, columnShare } = this.plan;
    const draw = treeDraw(seed, tree, columnCount(columnShare, columns.length), columns.length);
    return { rows, target: { ...target, weights: yield* timesDrawn(target.weights, counts) }, draw };
  }

  /** The rows of a bag, ascending, each once, and how often each row of the dataset was drawn (null: these once). */
  *#bagOf(tree: number): Turns<{ rows: Uint32Array; counts: Uint32Array | null }> {
    const { bootstrap, rowSample, seed } = this.plan;
    if (!this.leaveOut) return { rows: allRows(this.dataset.rowCount), counts: null };
    const key = randomBits(seed, Purpose.TreeRows, tree);
    if (!bootstrap) return { rows: yield* this.draw.chosen(key, rowSample), counts: null };
    const { inOrder } = this;
    const counts = new Uint32Array(this.dataset.rowCount);
    yield* turnsOver(Math.max(1, Math.round(rowSample * inOrder.length)), (start, end) => {
      for (let draw = start; draw < end; draw++) {
        counts[inOrder[Math.floor((randomBits(key, draw) * inOrder.length) / 2 ** 32)]]++;
      }
    });
    const { drawable } = this.draw;
    const rows = new Uint32Array(drawable.length);
    let drawn = 0;
    yield* turnsOver(drawable.length, (start, end) => {
      for (let i = start; i < end; i++) if (counts[drawable[i]] > 0) rows[drawn++] = drawable[i];
    });
    return { rows: rows.slice(0, drawn), counts };
  }
}

/** A row that was drawn twice has double weight. */
function* timesDrawn(weights: Float64Array | null, counts: Uint32Array | null): Turns<Float64Array | null> {
  if (counts === null) return weights;
  const out = new Float64Array(counts.length);
  yield* turnsOver(out.length, (start, end) => {
    for (let row = start; row < end; row++) out[row] = weights === null ? counts[row] : counts[row] * weights[row];
  });
  return out;
}
