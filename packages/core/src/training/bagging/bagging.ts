import type { Criterion } from "../../criterion/criterion.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import type { PruningStrategy } from "../../pruning/pruning-strategy.ts";
import { type CostMatrix, predictedClass } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { expectRoomForValues } from "../../tree/value-limit.ts";
import { describe, integerFrom } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { numbersInTurns } from "../../util/number-by-row.ts";
import {
  droppable,
  type OptionRules,
  type OptionsOf,
  option,
  type WithDefaults,
  withDefaults,
} from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { atOnce, inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import {
  bagOptions,
  type ColumnShare,
  columnCount,
  columnSampleOf,
  type ForestFitOptions,
  forestRunOptions,
} from "../options/forest-options.ts";
import { choiceByTask, inForceOf, type OptionsInForce, optionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation, checkedOptions } from "../options/run-options.ts";
import { type FitInParts, type FitStop, fitOf, type InputPolicyOptions, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { RowDraw, rowsWhere, treeDraw } from "../run/row-draw.ts";
import { threadsFor } from "../run/threads.ts";
import { type CriterionName, cartOptions, openCartTrees, type TaskOfCriterion } from "../single-trees/cart.ts";
import type { PruningNote, TreeSample } from "../single-trees/prune-tree.ts";
import {
  growBatch,
  reportOfTrees,
  type SampleBatch,
  type TreeLearner,
  type TreeMaker,
} from "../single-trees/tree-learner.ts";

const noLimit = "pass a number such as 1000";

export const baggingOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 10. */
  trees: option({ ...integerFrom(1), noLimit }, 10),
  ...bagOptions,
  /** Which columns a tree may use, drawn without replacement. Default: { tree: 1 }. */
  columnSample: option(columnSampleOf("tree")),
}));

export interface BaggingOptions extends OptionsOf<typeof baggingOptions> {}

export const randomForestOptions = /* @__PURE__ */ droppable(() => ({
  /** How many trees there are. Default: 100. */
  trees: option({ ...integerFrom(1), noLimit }, 100),
  ...cartOptions,
  ...bagOptions,
  /**
   * Which columns a tree may use, drawn for each tree, and which of those a node is searched by, drawn for each node without replacement.
   * A share that is left out keeps its default: `{ tree: 0.8 }` still draws for each node. Default: { tree: 1, node: "sqrt" } with classes,
   * { tree: 1, node: 1 } with numbers.
   */
  columnSample: option(columnSampleOf("tree", "node")),
}));

export interface RandomForestOptions extends OptionsOf<typeof randomForestOptions> {}

export const extraTreesOptions = /* @__PURE__ */ droppable(() => ({
  ...randomForestOptions,
  /** Whether a row may be drawn more than once for a tree. Default: false. */
  bootstrap: option(randomForestOptions.bootstrap, false),
}));

/** Many trees of any kind, each grown on a sample of the rows, and the mean of what they say (Breiman 1996). */
export function bagging<M extends Model>(
  base: TreeLearner<M>,
  options: BaggingOptions = {},
): Learner<M, ForestFitOptions> {
  checkBase("bagging", base);
  const frozen = checkedOptions("bagging", options, baggingOptions, forestRunOptions);
  const { columnSample: { tree = 1 } = {}, ...given } = withDefaults(baggingOptions, frozen);
  const plan: BagPlan = {
    ...{ ...given, name: "bagging", rules: baggingOptions, task: base.task, policy: base.options, columnShare: tree },
    resolve(maker) {
      const ofBase = { learner: base.name, options: inForceOf(maker, base.options) };
      const own = optionsInForce(baggingOptions, frozen, { columnSample: { tree } });
      return { options: Object.freeze({ base: ofBase, ...own }), choices: [] };
    },
    openTrees: base.openTrees,
  };
  return forestLearner(plan, Object.freeze({ base: base.options, ...frozen }));
}

/** Trees grown as by `cart`, each on a bootstrap sample, each node by a few columns drawn for it (Breiman 2001). */
export function randomForest<C extends CriterionName | Criterion>(
  options: RandomForestOptions & { readonly criterion: C },
): Learner<ModelByTask[TaskOfCriterion<C>], ForestFitOptions>;
export function randomForest(options?: RandomForestOptions): Learner<Model, ForestFitOptions>;
export function randomForest(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("randomForest", options, randomForestOptions, false);
}

/**
 * Extremely randomised trees (Geurts, Ernst and Wehenkel 2006): each node is searched by a few columns drawn for it, each of
 * these by one threshold drawn evenly between the node's least and greatest value; each tree sees all rows. Of a column of
 * categories the best partition is taken.
 */
export function extraTrees<C extends CriterionName | Criterion>(
  options: RandomForestOptions & { readonly criterion: C },
): Learner<ModelByTask[TaskOfCriterion<C>], ForestFitOptions>;
export function extraTrees(options?: RandomForestOptions): Learner<Model, ForestFitOptions>;
export function extraTrees(options: RandomForestOptions = {}): Learner<Model, ForestFitOptions> {
  return forest("extraTrees", options, extraTreesOptions, true);
}

function forest(
  name: string,
  options: RandomForestOptions,
  rules: typeof randomForestOptions | typeof extraTreesOptions,
  randomThresholds: boolean,
): Learner<Model, ForestFitOptions> {
  const frozen = checkedOptions(name, options, rules, forestRunOptions);
  refuseValidation(name, frozen);
  const given = withDefaults(rules, frozen);
  const { tree = 1, node } = given.columnSample ?? {};
  const nodeShare = (task: Task): ColumnShare => node ?? (task === "classification" ? "sqrt" : 1);
  const plan: BagPlan = {
    ...{ ...given, name, rules, task: undefined, policy: frozen, columnShare: tree },
    resolve(maker, { target: { task } }) {
      const share = nodeShare(task);
      return {
        options: optionsInForce(rules, frozen, { ...maker.options, columnSample: { tree, node: share } }),
        choices: node === undefined ? [choiceByTask("columnSample", { node: share }, task)] : [],
      };
    },
    openTrees(dataset, pacer, _validation, threads) {
      const featuresPerNode = columnCount(nodeShare(dataset.target.task), dataset.columns.length);
      return openCartTrees(name, frozen, { dataset, pacer, threads, featuresPerNode, randomThresholds });
    },
  };
  return forestLearner(plan, frozen);
}

/** Refuses what an ensemble can not grow its trees with. `owner` is what the user called: `bagging`, `adaBoost`. */
export function checkBase(owner: string, base: TreeLearner): void {
  const found = typeof base?.fit === "function" ? `${base.name}, which is none` : describe(base);
  const expected = `${owner} expects a learner of single trees, such as cart(), got ${found}`;
  demand(typeof base?.openTrees === "function", expected);
  const message = `${owner}: the learner of its trees expects options, an object, got ${describe(base.options)}`;
  demand(typeof base.options === "object" && base.options !== null, message);
  refuseValidation(owner, base.options);
}

/** Pruning by a validation set would need one for each tree: the rows that are left out say as much, at no cost. */
function refuseValidation(owner: string, options: object): void {
  const prune = "prune" in options ? ([options.prune ?? []].flat() as PruningStrategy[]) : [];
  const found = prune.find((strategy) => strategy.stage === "after-growth" && strategy.needs.kind === "validation");
  const message = `${owner}: the trees of an ensemble have no validation set, which pruning by ${found?.name} asks for; choose by folds, or leave it out`;
  demand(found === undefined, message);
}

/** A forest, whatever its trees are. */
interface BagPlan extends WithDefaults<typeof bagOptions> {
  readonly name: string;
  /** Of its options. */
  readonly rules: OptionRules;
  /** The only one that its trees are for; undefined: either. */
  readonly task: Task | undefined;
  readonly policy: InputPolicyOptions;
  readonly trees: number;
  /** Of the columns, which a tree may use. */
  readonly columnShare: ColumnShare;
  /** The options of the learner with the values that are used, and what was chosen automatically. */
  resolve(maker: TreeMaker, dataset: Dataset): { options: OptionsInForce; choices: readonly string[] };
  readonly openTrees: TreeLearner["openTrees"];
}

/** The learner of a forest: grows a tree on each bag; the model says the mean of what they say. */
function forestLearner<M extends Model>(plan: BagPlan, options: object): Learner<M, ForestFitOptions> {
  const { name, task } = plan;
  const fit = fitOf<M, ForestFitOptions>({
    ...plan,
    part: "tree",
    runRules: forestRunOptions,
    open: (dataset, run, stop) => openBags(plan, dataset, run, stop),
  });
  return Object.freeze({ name, ...(task && { task }), options, fit });
}

async function openBags(plan: BagPlan, dataset: Dataset, run: ForestFitOptions, stop: FitStop): Promise<FitInParts> {
  const votes = plan.vote === "majority";
  const message = `${plan.name}: vote: "majority" is for classification, but the target "${dataset.target.name}" is taken for regression, where trees are averaged; leave it out, or pass task: "classification" to fit`;
  demand(!votes || dataset.target.task === "classification", message);
  const { threads: asked, onTree } = run;
  const { pacer } = stop;
  const draw = new RowDraw(dataset);
  const bags = new Bags(dataset, plan, draw, await inTurns(draw.inOrder(), pacer));
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
    done: () => trees.length,
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
  constructor(
    private readonly dataset: Dataset,
    private readonly plan: BagPlan,
    private readonly draw: RowDraw,
    /** The rows that can be drawn, in the order of their own numbers. */
    private readonly inOrder: Uint32Array,
  ) {}

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
    if (counts === null) return { rows, target, draw };
    // A row that was drawn twice has double weight.
    const weights = yield* numbersInTurns(counts.length, (row) => counts[row] * (target.weights?.[row] ?? 1));
    return { rows, target: { ...target, weights }, draw };
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
    return { rows: yield* rowsWhere(this.draw.drawable, (row) => counts[row] > 0), counts };
  }
}
