import type { Pacer } from "@cambium/kernels";
import type { Criterion } from "../../criterion/criterion.ts";
import { goalInTurns } from "../../criterion/goal-of-target.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import type { Task } from "../../dataset/target.ts";
import { growTrees } from "../../engine/grow-trees.ts";
import { openEngine } from "../../engine/open-engine.ts";
import type { TreeEngine } from "../../engine/tree-engine.ts";
import type { FitGoal } from "../../goal/fit-goal.ts";
import type { Grower, GrowTask } from "../../grower/grower.ts";
import type { PostPruning, PrePruning } from "../../pruning/pruning-strategy.ts";
import { absoluteErrorSplitter } from "../../splitter/absolute-error-splitter.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import type { TableInput } from "../../table/table-like.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { describe } from "../../util/check-options.ts";
import { numberByRow } from "../../util/number-by-row.ts";
import { withDefaults } from "../../util/option.ts";
import { inTurns, type Turns, turnsOver } from "../../util/turns.ts";
import { type ClassPlan, classPlan } from "../options/class-options.ts";
import { choiceText, type OptionsInForce, optionsInForce } from "../options/options-in-force.ts";
import { aboutIdleValidation } from "../options/run-options.ts";
import { growerFor, neededValidation, strategiesOf } from "../options/size-options.ts";
import { splitterName, splitterOf } from "../options/splitter-options.ts";
import { type ValidationRows, validationRows } from "../validation/validation-rows.ts";
import { type CartFitOptions, type CartOptions, type CriterionName, cartOptions, criteria } from "./cart-options.ts";
import { type PrunedTree, pruneTree } from "./prune-tree.ts";
import { recountTree } from "./recount-tree.ts";
import { treeEvidence } from "./tree-evidence.ts";
import { growOneByOne, type SampleBatch, type TreeMaker, type TreeSample } from "./tree-learner.ts";

/** One run of `cart`: the engine is opened once, and grows the tree and those of the folds. */
export class CartTrees implements TreeMaker {
  private constructor(
    private readonly plan: CartPlan,
    readonly options: OptionsInForce,
    private readonly classes: ClassPlan,
    private readonly dataset: Dataset,
    readonly engine: TreeEngine,
    private readonly pacer: Pacer,
    private readonly validation: ValidationRows | undefined,
    private readonly onNode: CartFitOptions["onNode"],
    private readonly notes: readonly string[],
  ) {}

  /** `learner` is what the user called; `sampling` is what only forests ask of the search. */
  static async open(
    learner: string,
    options: CartOptions,
    dataset: Dataset,
    pacer: Pacer,
    table?: TableInput,
    sampling: Pick<SearchPlan, "featuresPerNode" | "randomThresholds" | "threads"> = {},
    onNode?: CartFitOptions["onNode"],
  ): Promise<CartTrees> {
    const plan = planOf(learner, options, dataset);
    const needed = neededValidation(learner, plan.cuts, table);
    const classes = classPlan(learner, options, dataset.target);
    const { unseen, categorical } = withDefaults(cartOptions, options);
    const validation = needed && (await inTurns(validationRows(dataset, needed, unseen), pacer));
    const notes = validation?.report ?? aboutIdleValidation({ validation: table });
    const { criterion } = plan;
    const surrogates = maxSurrogatesOf(learner, options);
    if (criterion.additive === false) refuseUnused(learner, criterion, options);
    if (splitterName(options, "exact") === "histogram") refuseBins(learner, options, sampling);
    if (sampling.randomThresholds && criterion.additive === false) {
      const message = `${learner}: the criterion ${describe(criterion.name)} is not for random thresholds; choose another, or randomForest`;
      throw new CambiumError("bad-option", message);
    }
    const resolved = optionsInForce(cartOptions, options, cartInForce(options, dataset, surrogates));
    const splitter = criterion.additive === false ? absoluteErrorSplitter() : splitterOf(learner, options, "exact");
    const engine = await openEngine({
      ...{ ...sampling, dataset, criterion, splitter, categorical, pacer },
      ...{ grower: plan.grower, rules: plan.rules, isWatched: onNode !== undefined },
      ...(surrogates !== null && { maxSurrogates: surrogates }),
    });
    return new CartTrees(plan, resolved, classes, dataset, engine, pacer, validation, onNode, notes);
  }

  get report(): readonly string[] {
    return [...this.plan.choices, ...this.notes];
  }

  get cost(): CostMatrix | null {
    return this.classes.cost;
  }

  async grow(sample: TreeSample): Promise<PrunedTree> {
    const { classes, dataset, plan, pacer, validation } = this;
    const weighed = { ...sample, target: classes.weigh(sample.target) };
    const held = validation && { ...validation, target: classes.weighPlainly(validation.target) };
    const source = treeEvidence(dataset, weighed, held, {
      cost: classes.costOfWeight,
      growFull: (part) => this.#growFull(part),
      recount: (tree, part) => this.#recount(tree, part),
      judged: {
        target: classes.weighPlainly(sample.target),
        cost: classes.cost,
        asItDecides: (tree) => this.#unweighed(tree),
      },
    });
    const pruned = await pruneTree(await this.#growFull(weighed, this.onNode), plan.cuts, source, pacer);
    return { ...pruned, tree: this.#unweighed(pruned.tree) };
  }

  async growMany(batch: SampleBatch): Promise<void> {
    const { classes } = this;
    if (this.plan.cuts.length > 0) return growOneByOne(this, batch);
    const { count, sampleOf, onTree } = batch;
    const started = new Map<number, FullGrowth>();
    const taskOf = async (index: number) => {
      const sample = await sampleOf(index);
      const growth = await this.#fullGrowth({ ...sample, target: classes.weigh(sample.target) });
      started.set(index, growth);
      return growth.task;
    };
    const take = (tree: Tree, index: number) => {
      onTree(this.#unweighed((started.get(index) as FullGrowth).finish(tree)), index, []);
      started.delete(index);
    };
    await growTrees(this.engine, { count, taskOf, onTree: take }, this.pacer);
  }

  end(): void {
    this.engine.end();
  }

  /** Asked for only by strategies for classes. */
  async #recount(tree: Tree, { rows, target }: TreeSample): Promise<Tree> {
    const { criterion } = this.plan;
    const { pacer } = this;
    const { goal } = await inTurns(goalInTurns(criterion, target, rows), pacer);
    if (goal.kind !== "classes") throw new TypeError("unreachable: branches are raised in trees of classes only");
    const { rowCount, columns } = this.dataset;
    const recounted = recountTree(tree, {
      columns: rowsOfColumns(rowCount, columns),
      goal,
      items: { rows, weights: Float64Array.from(rows, (row) => goal.weights[row]) },
      step: 0,
      gain: criterion.gain,
      leafValue: criterion.leafValue,
      gainUnit: (await inTurns(totalWeight(goal, rows), pacer)) || 1,
    });
    return inTurns(recounted, pacer);
  }

  /** Where errors cost, the tree was grown on other shares than those it is to tell. */
  #unweighed(tree: Tree): Tree {
    return this.classes.cost === null ? tree : { ...tree, value: this.classes.unweigh(tree.value) };
  }

  async #growFull(sample: TreeSample, onNode?: CartFitOptions["onNode"]): Promise<Tree> {
    const { task, finish } = await this.#fullGrowth(sample);
    return finish(await this.engine.grow({ ...task, ...(onNode && { onNode }) }));
  }

  async #fullGrowth({ rows, target, draw }: TreeSample): Promise<FullGrowth> {
    const { pacer } = this;
    const { criterion } = this.plan;
    const { goal, centre } = await inTurns(goalInTurns(criterion, target, rows), pacer);
    const gainUnit = (await inTurns(totalWeight(goal, rows), pacer)) || 1;
    if (pacer.due()) await pacer.pause();
    const impurity = await inTurns(impurityTurns(criterion, goal, rows), pacer);
    if (pacer.due()) await pacer.pause();
    return {
      task: { goal, rows, ...(draw && { draw }), gainUnit, rootImpurity: impurity / gainUnit },
      finish: (tree) =>
        target.task === "classification"
          ? tree
          : { ...tree, value: numberByRow(tree.nodeCount, (node) => tree.value[node] + centre) },
    };
  }
}

/** One tree before pruning: what the engine is to do, and what makes its result the tree. */
interface FullGrowth {
  readonly task: GrowTask;
  finish(tree: Tree): Tree;
}

/** What the options come to on a dataset. */
interface CartPlan {
  readonly criterion: Criterion;
  readonly rules: readonly PrePruning[];
  readonly grower: Grower;
  readonly cuts: readonly PostPruning[];
  /** What was chosen automatically, in sentences. */
  readonly choices: readonly string[];
}

function planOf(learner: string, options: CartOptions, dataset: Dataset): CartPlan {
  const strategies = strategiesOf(options);
  const limits = strategies.filter((strategy) => strategy.stage === "during-growth");
  const cuts = strategies.filter((strategy) => strategy.stage === "after-growth");
  const rules = strategies.filter((strategy) => strategy.stage === "before-split");
  for (const strategy of [...rules, ...cuts]) checkTask(learner, strategy, dataset);
  return {
    criterion: chooseCriterion(learner, options.criterion, dataset),
    rules,
    grower: growerFor(limits),
    cuts,
    choices: options.criterion === undefined ? [criterionChoice(dataset)] : [],
  };
}

function criterionChoice({ target: { task } }: Dataset): string {
  const reason = task === "classification" ? "because the target has classes" : "because the target has numbers";
  return choiceText("criterion", usualCriterion(task), reason);
}

/** The options whose values depend on the data or on other options. */
function cartInForce(options: CartOptions, { target }: Dataset, surrogates: number | null): Record<string, unknown> {
  const { criterion = usualCriterion(target.task), classWeights = null, priors = null, cost = null } = options;
  const splitter = splitterName(options, "exact");
  return {
    ...{ criterion, classWeights, priors, cost },
    splitter,
    maxBins: splitter === "histogram" ? withDefaults(cartOptions, options).maxBins : null,
    maxSurrogates: surrogates,
  };
}

function usualCriterion(task: Task): CriterionName {
  return task === "classification" ? "gini" : "squaredError";
}

/** null where splits learn the side of missing values. */
function maxSurrogatesOf(learner: string, options: CartOptions): number | null {
  if (options.missing === "surrogate") return withDefaults(cartOptions, options).maxSurrogates;
  if (options.maxSurrogates === undefined) return null;
  const message = `${learner}: maxSurrogates needs missing: "surrogate"; pass that too, or leave maxSurrogates out`;
  throw new CambiumError("bad-option", message);
}

/** What only the exact splitter knows. */
function refuseUnused(learner: string, { name }: Criterion, options: CartOptions): void {
  const { missing, categorical } = options;
  const refuse = (option: string, otherwise: string) => {
    const message = `${learner}: ${option} has no use beside the criterion ${describe(name)}; choose another criterion, or ${otherwise}`;
    throw new CambiumError("bad-option", message);
  };
  if (missing === "surrogate") refuse('missing "surrogate"', 'missing: "learn"');
  if (categorical === "oneVsRest") refuse('categorical "oneVsRest"', 'categorical: "partition"');
  if (splitterName(options, "exact") === "histogram") refuse('splitter "histogram"', 'splitter: "exact"');
}

/** What bins can not tell. */
function refuseBins(
  learner: string,
  { missing }: CartOptions,
  { randomThresholds }: Pick<SearchPlan, "randomThresholds">,
): void {
  if (missing !== "surrogate" && !randomThresholds) return;
  const what = `${learner}: ${randomThresholds ? "thresholds are drawn" : 'missing "surrogate" looks for surrogates'}`;
  throw new CambiumError("bad-option", `${what} between all values, not between bins; pass splitter: "exact"`);
}

function chooseCriterion(
  learner: string,
  asked: CartOptions["criterion"],
  { target: { task, name } }: Dataset,
): Criterion {
  const criterion = typeof asked === "object" ? asked : criteria[asked ?? usualCriterion(task)]();
  if ((criterion.goal === "classes") !== (task === "classification")) {
    const asks = describe(typeof asked === "object" ? asked.name : asked);
    const other = task === "classification" ? "regression" : "classification";
    const message = `${learner}: criterion ${asks} is for ${other}, but the target "${name}" is taken for ${task}; pass task: "${other}" to fit, or another criterion`;
    throw new CambiumError("bad-option", message);
  }
  return criterion;
}

function checkTask(learner: string, { name, task, stage }: PrePruning | PostPruning, { target }: Dataset): void {
  if (task === undefined || task === target.task) return;
  const message = `${learner}: pruning by ${name} is for ${task}, but the target "${target.name}" is taken for ${target.task}; pass task: "${task}" to fit, or prune by ${stage === "before-split" ? "minGain()" : "reducedError()"} or costComplexity()`;
  throw new CambiumError("bad-option", message);
}

function* impurityTurns(criterion: Criterion, goal: FitGoal, rows: Uint32Array): Turns<number> {
  return criterion.impurityInTurns === undefined
    ? criterion.impurity(goal, rows)
    : yield* criterion.impurityInTurns(goal, rows);
}

function* totalWeight(goal: FitGoal, rows: Uint32Array): Turns<number> {
  const weights = goal.kind === "classes" ? goal.weights : goal.hessians;
  let sum = 0;
  yield* turnsOver(rows.length, (start, end) => {
    for (let i = start; i < end; i++) sum += weights[rows[i]];
  });
  return sum;
}
