import { createPacer, type Pacer } from "@cambium/kernels";
import type { Criterion } from "../criterion/criterion.ts";
import { gini } from "../criterion/gini.ts";
import { newton } from "../criterion/newton.ts";
import type { Dataset, DatasetOptions } from "../dataset/dataset.ts";
import { datasetOptions } from "../dataset/dataset-options.ts";
import { classGoal } from "../goal/class-goal.ts";
import type { FitGoal } from "../goal/fit-goal.ts";
import { leastSquaresGoal } from "../goal/gradient-goal.ts";
import { depthGrower } from "../grower/depth-grower.ts";
import type { Grower } from "../grower/grower.ts";
import { leafGrower } from "../grower/leaf-grower.ts";
import type { Model } from "../model/model.ts";
import type { InputPolicy } from "../predict/encode-table.ts";
import { maxDepth } from "../pruning/max-depth.ts";
import { maxLeaves } from "../pruning/max-leaves.ts";
import { minGain } from "../pruning/min-gain.ts";
import { minRowsSplit, minRowsSplitRule } from "../pruning/min-rows-split.ts";
import type { HeldOut, PostPruning, PrePruning, PruningStrategy } from "../pruning/pruning-strategy.ts";
import { exactSplitter } from "../splitter/exact-splitter.ts";
import type { SplitSearch } from "../splitter/splitter.ts";
import type { TableInput } from "../table/table-like.ts";
import { rowsOfColumns } from "../tree/route-row.ts";
import type { Tree } from "../tree/tree.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, describe, integerFrom, numberFromZero, type OptionRule } from "../util/check-options.ts";
import { allRows } from "../util/ranges.ts";
import { datasetOf, inputPolicyOptions, type Learner, type RunOptions } from "./learner.ts";
import { modelOfRun } from "./model-of-run.ts";
import { pruneTree } from "./prune-tree.ts";
import { type ValidationRows, validationRows } from "./validation-rows.ts";

export interface CartOptions extends Partial<InputPolicy> {
  /** What a split is to improve; "gini" for classes and "squaredError" for numbers unless told. */
  readonly criterion?: "gini" | "squaredError" | Criterion;
  /** Splits between the root and any leaf; no limit unless told. */
  readonly maxDepth?: number;
  /** Leaves of the tree, which then grows best first: by the cut that gains most; no limit, and by depth, unless told. */
  readonly maxLeaves?: number;
  /** Rows of a node that may be cut; 2 unless told. */
  readonly minRowsSplit?: number;
  /** Rows on each side of a split; 1 unless told. */
  readonly minRowsLeaf?: number;
  /** Weight of the rows on each side of a split; 0 unless told. */
  readonly minChildWeight?: number;
  /** Improvement by a split, divided by the weight of all rows, as `tree.gain` shows it; above 0 unless told. */
  readonly minGain?: number;
  /** What else stops the tree from growing, and what cuts it back: one strategy or several. */
  readonly prune?: PruningStrategy | readonly PruningStrategy[];
}

export interface CartFitOptions extends RunOptions {
  /** Rows for the strategies that choose by a validation set. */
  readonly validation?: TableInput;
}

/** One tree, grown as Breiman, Friedman, Olshen and Stone do: binary splits, best gain first, pruned back by its cost. */
export function cart(options: CartOptions = {}): Learner<Model, CartFitOptions> {
  checkOptions("cart", options, cartOptions);
  const frozen = Object.freeze({ ...options });
  return Object.freeze({
    name: "cart",
    options: frozen,
    async fit(data: TableInput | Dataset, run: Partial<DatasetOptions> & CartFitOptions = {}) {
      checkOptions("fit", run, cartFitOptions);
      const { validation, ...forDataset } = run;
      const dataset = await datasetOf(data, forDataset);
      return new CartFit(frozen, dataset, createPacer(run.signal), validation).run();
    },
  });
}

export const cartOptions: Readonly<Record<string, OptionRule>> = {
  criterion: {
    expected: '"gini", "squaredError" or a Criterion',
    accepts: (value) =>
      value === "gini" || value === "squaredError" || (typeof value === "object" && value !== null && "gain" in value),
    default: "by the target",
    about: "what a split is to improve",
  },
  maxDepth: { ...integerFrom(0), default: "none", about: "splits between the root and any leaf" },
  maxLeaves: { ...integerFrom(1), default: "none", about: "leaves of the tree, which then grows best first" },
  minRowsSplit: { ...minRowsSplitRule, default: "2", about: "rows of a node that may be cut" },
  minRowsLeaf: { ...integerFrom(1), default: "1", about: "rows on each side of a split" },
  minChildWeight: { ...numberFromZero, default: "0", about: "weight of the rows on each side of a split" },
  minGain: { ...numberFromZero, default: "0", about: "improvement by a split, divided by the weight of all rows" },
  prune: {
    expected: "a pruning strategy or a list of them",
    accepts: (value) =>
      [value].flat().every((strategy) => typeof strategy === "object" && strategy !== null && "stage" in strategy),
    default: "none",
    about: "what else stops the tree from growing, and what cuts it back",
  },
  ...inputPolicyOptions,
};

const cartFitOptions: Readonly<Record<string, OptionRule>> = {
  ...datasetOptions,
  validation: {
    expected: "a table",
    accepts: (value) => typeof value === "object" && value !== null,
    default: "none",
    about: "rows for the strategies that choose by a validation set",
  },
};

/** One run of `fit`: the search is opened once, and grows the tree and those of the folds. */
class CartFit {
  readonly #criterion: Criterion;
  readonly #rules: readonly PrePruning[];
  readonly #grower: Grower;
  readonly #cuts: readonly PostPruning[];

  constructor(
    private readonly options: CartOptions,
    private readonly dataset: Dataset,
    private readonly pacer: Pacer,
    private readonly validation: TableInput | undefined,
  ) {
    this.#criterion = chooseCriterion(options.criterion, dataset);
    const strategies = [...strategiesOf(options), ...[options.prune ?? []].flat()];
    this.#rules = strategies.filter((strategy) => strategy.stage === "before-split");
    const limits = strategies.filter((strategy) => strategy.stage === "during-growth");
    this.#grower = limits.length > 0 ? leafGrower(Math.min(...limits.map(({ leaves }) => leaves))) : depthGrower();
    this.#cuts = strategies.filter((strategy) => strategy.stage === "after-growth");
    for (const cut of this.#cuts) checkTask(cut, dataset);
    const isNeeded = this.#cuts.some((cut) => cut.needs.kind === "validation");
    if (isNeeded !== (validation !== undefined)) {
      const message = isNeeded
        ? "prune chooses by a validation set, but fit was given none; pass fit(…, { validation })"
        : 'fit was given a validation set, but no strategy in prune chooses by it; pass prune: costComplexity({ by: "validation" })';
      throw new CambiumError("bad-option", message);
    }
  }

  async run(): Promise<Model> {
    const { dataset, options, pacer } = this;
    const validation = this.validation && validationRows(dataset, this.validation, options.unseen ?? "missing");
    const search = await exactSplitter().begin({
      dataset,
      criterion: this.#criterion,
      minRowsLeaf: options.minRowsLeaf ?? 1,
      minChildWeight: options.minChildWeight ?? 0,
      pacer,
    });
    try {
      const full = await this.#grow(search, allRows(dataset.rowCount));
      const source = {
        rowCount: dataset.rowCount,
        // Asked for only where there is a validation set: the constructor has seen to it.
        validation: (grown: Tree) => ({ ...(validation as ValidationRows), tree: grown }),
        fold: async (kept: Uint32Array, rows: Uint32Array) => this.#heldOut(await this.#grow(search, kept), rows),
      };
      const { tree, path, report } = await pruneTree(full, this.#cuts, source, pacer);
      const ensemble = { trees: [tree], initialScore: new Float64Array(tree.valueWidth) };
      const learned = { learner: "cart", ensemble, link: "identity" as const, loss: null, pruningPath: path };
      return modelOfRun(dataset, options, learned, search, [...(validation?.report ?? []), ...report]);
    } finally {
      search.end();
    }
  }

  async #grow(search: SplitSearch, rows: Uint32Array): Promise<Tree> {
    const { target } = this.dataset;
    const { goal, centre } =
      target.task === "classification" ? { goal: classGoal(target, rows), centre: 0 } : leastSquaresGoal(target, rows);
    const gainUnit = totalWeight(goal, rows) || 1;
    const tree = await this.#grower.grow({
      search,
      criterion: this.#criterion,
      goal,
      rows,
      rules: this.#rules,
      gainUnit,
      rootImpurity: this.#criterion.impurity(goal, rows) / gainUnit,
      pacer: this.pacer,
    });
    return target.task === "classification" ? tree : { ...tree, value: tree.value.map((value) => value + centre) };
  }

  #heldOut(tree: Tree, rows: Uint32Array): HeldOut {
    const { rowCount, columns, target } = this.dataset;
    return { tree, columns: rowsOfColumns(rowCount, columns), target, rows };
  }
}

/** The strategies that options are short for. */
function strategiesOf(options: CartOptions): PruningStrategy[] {
  const strategies: PruningStrategy[] = [];
  if (options.maxDepth !== undefined) strategies.push(maxDepth(options.maxDepth));
  if (options.maxLeaves !== undefined) strategies.push(maxLeaves(options.maxLeaves));
  if (options.minRowsSplit !== undefined) strategies.push(minRowsSplit(options.minRowsSplit));
  if (options.minGain !== undefined) strategies.push(minGain(options.minGain));
  return strategies;
}

function chooseCriterion(asked: CartOptions["criterion"], dataset: Dataset): Criterion {
  const { task, name } = dataset.target;
  const criterion =
    typeof asked === "object"
      ? asked
      : (asked ?? (task === "classification" ? "gini" : "squaredError")) === "gini"
        ? gini()
        : newton({ l2: 0 });
  if ((criterion.goal === "classes") !== (task === "classification")) {
    const asks = describe(typeof asked === "object" ? asked.name : asked);
    const other = task === "classification" ? "regression" : "classification";
    const message = `cart: criterion ${asks} is for ${other}, but the target "${name}" is taken for ${task}; pass task: "${other}" to fit, or another criterion`;
    throw new CambiumError("bad-option", message);
  }
  return criterion;
}

function checkTask({ name, task }: PostPruning, { target }: Dataset): void {
  if (task === undefined || task === target.task) return;
  const message = `cart: pruning by ${name} is for ${task}, but the target "${target.name}" is taken for ${target.task}; pass task: "${task}" to fit, or prune by reducedError() or costComplexity()`;
  throw new CambiumError("bad-option", message);
}

function totalWeight(goal: FitGoal, rows: Uint32Array): number {
  const weights = goal.kind === "classes" ? goal.weights : goal.hessians;
  let sum = 0;
  for (const row of rows) sum += weights[row];
  return sum;
}
