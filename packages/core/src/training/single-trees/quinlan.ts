import { classLeaves } from "../../criterion/class-records.ts";
import { entropy } from "../../criterion/entropy.ts";
import { informationGain } from "../../criterion/information.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { type BranchPlan, growBranches } from "../../grower/branch-grower.ts";
import type { ClassificationModel } from "../../model/model.ts";
import type { InputPolicy } from "../../predict/encode-table.ts";
import { errorBased } from "../../pruning/error-based.ts";
import { collapseNoWorse } from "../../pruning/training-errors.ts";
import { bestGainRatio, mostInformation } from "../../splitter/branch-test.ts";
import { collapseInTurns } from "../../tree/collapse-tree.ts";
import { type ClassRows, classRowsOf } from "../../tree/part-rows.ts";
import type { Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { trueOrFalse } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { sumInTurns } from "../../util/exact-sum.ts";
import { numbersInTurns } from "../../util/number-by-row.ts";
import { droppable, type OptionsOf, option, someOf, withDefaults } from "../../util/option.ts";
import { inTurns, type Turns } from "../../util/turns.ts";
import { type OptionsInForce, optionsInForce } from "../options/options-in-force.ts";
import { type Strategies, sizeOptions, strategiesOf } from "../options/size-options.ts";
import { inputPolicyOptions } from "../run/learner.ts";
import { rowsWhere } from "../run/row-draw.ts";
import { pruningRows } from "../validation/held-out-rows.ts";
import { pruneTree, type TreeSample } from "./prune-tree.ts";
import {
  type CartFitOptions,
  singleTreeLearner,
  type TreeLearner,
  type TreeMaker,
  type TreeRun,
} from "./tree-learner.ts";

export const id3Options = /* @__PURE__ */ droppable(() => ({
  ...someOf(sizeOptions, "maxDepth", "minRowsSplit", "minGain", "prune"),
  ...inputPolicyOptions,
}));

export interface Id3Options extends OptionsOf<typeof id3Options> {}

export const c45Options = /* @__PURE__ */ droppable(() => ({
  ...someOf(sizeOptions, "maxDepth", "minRowsSplit"),
  /** Weight that at least two branches of a split need. Numeric splits may need more: a tenth of the average class. Default: 2. */
  minChildWeight: option(sizeOptions.minChildWeight, 2),
  ...someOf(sizeOptions, "minGain"),
  /** What else stops a tree from growing, and what prunes it afterwards: one strategy or several. Default: errorBased(). */
  prune: option(sizeOptions.prune),
  /** Whether categories with similar classes share a branch. Default: false. */
  grouping: option(trueOrFalse, false),
  ...inputPolicyOptions,
}));

export interface C45Options extends OptionsOf<typeof c45Options> {}

/**
 * One tree as Quinlan's ID3 grows it: a branch for each category, by the column that tells most of the class, until nothing
 * is left to tell. Columns are categories without gaps; what is missing, or new, at prediction goes where most rows went.
 */
export function id3(options: Id3Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, Id3Options>("id3", options, id3Options, async (own, run) => {
    await inTurns(checkColumns(run.dataset), run.pacer);
    return openBranchTrees(run, {
      learner: "id3",
      options: optionsInForce(id3Options, own),
      strategies: strategiesOf(own),
      growth: { choose: mostInformation, grouping: false, leastWeight: 0, missing: "heaviest" },
      dropsIdleSplits: false,
      unseen: withDefaults(id3Options, own).unseen,
    });
  });
}

/**
 * One tree as Quinlan's C4.5 (Release 8) grows it: the test of the best gain ratio among those with at least the average
 * gain, a branch for each category, rows without a value shared among the branches, pruned by its expected errors.
 */
export function c45(options: C45Options = {}): TreeLearner<ClassificationModel, CartFitOptions> {
  return singleTreeLearner<ClassificationModel, C45Options>("c45", options, c45Options, (own, run) => {
    const { minChildWeight: leastWeight, grouping, unseen } = withDefaults(c45Options, own);
    // The least weight is a demand on two branches here, on all of them in the strategy of the same name.
    const { minChildWeight: _, prune = errorBased(), ...limits } = own;
    return openBranchTrees(run, {
      learner: "c45",
      options: optionsInForce(c45Options, own, { prune }),
      strategies: strategiesOf({ ...limits, prune }),
      growth: { choose: bestGainRatio, grouping, leastWeight, missing: "every" },
      dropsIdleSplits: true,
      unseen,
    });
  });
}

function* checkColumns({ columns }: Dataset): Turns<void> {
  for (const column of columns) {
    yield;
    const name = JSON.stringify(column.name);
    if (column.kind === "numeric") {
      const message = `id3 takes categories, and column ${name} is numeric; if its numbers are names, pass types: { ${name}: "categorical" }; if they are amounts, cut them into bins by discretize(table, { columns: [${name}] }), or use c45`;
      throw new CambiumError("bad-column", message);
    }
    const row = column.codes.findIndex((code) => code < 0);
    if (row < 0) continue;
    const message = `id3 has no rule for missing values, and column ${name} has none in row ${row + 1}; give them a category of their own, such as "unknown", or use c45`;
    throw new CambiumError("missing-value", message);
  }
}

/** What tells `id3` and `c45` apart. */
interface BranchStyle {
  readonly learner: string;
  readonly options: OptionsInForce;
  readonly growth: Pick<BranchPlan, "choose" | "grouping" | "leastWeight" | "missing">;
  /** Whether a subtree that makes no fewer errors on the training rows than a leaf does not grow at all. */
  readonly dropsIdleSplits: boolean;
  readonly strategies: Strategies;
  readonly unseen: InputPolicy["unseen"];
}

/** One run of `id3` or `c45`: the columns are sorted once, for the tree and for those of the folds. */
async function openBranchTrees(run: TreeRun, style: BranchStyle): Promise<TreeMaker> {
  const { dataset, pacer } = run;
  checkStyle(style, dataset);
  const { learner, options, growth, strategies } = style;
  const { cuts, rules } = strategies;
  const { validation, report } = await pruningRows(learner, cuts, dataset, run.validation, style.unseen, pacer);
  const sorted: (Uint32Array | null)[] = [];
  for (const [feature, { kind }] of dataset.columns.entries()) {
    sorted.push(kind === "numeric" ? await dataset.sorted(feature, pacer) : null);
  }
  const growFull = async (sample: TreeSample): Promise<Tree> => {
    const classRows = await inTurns(weightyRows(sample), pacer);
    const { goal, items } = classRows;
    const gainUnit = (await inTurns(sumInTurns(items.weights, null), pacer)) || 1;
    const rootImpurity = entropy().impurity(goal, items.rows) / gainUnit;
    const { draw } = sample;
    const plan = { ...growth, ...classRows, dataset, sorted, gainUnit, rootImpurity, rules, ...(draw && { draw }) };
    const { tree, errors } = await inTurns(growBranches(plan), pacer);
    return style.dropsIdleSplits ? inTurns(collapseInTurns(tree, collapseNoWorse(tree, errors, 0)), pacer) : tree;
  };
  const because = [`${learner} splits nodes into many branches`];
  return {
    cost: null,
    engine: { name: "reference", because, threads: 1, treesAtOnce: 1, report: [] },
    options,
    report,
    async grow(sample) {
      const source = {
        ...{ dataset, sample, validation, cost: null, growFull },
        measure: { gain: informationGain, leafValue: classLeaves.leafValue },
        classRows: () => weightyRows(sample),
      };
      return pruneTree(await growFull(sample), cuts, source, pacer);
    },
    end() {},
  };
}

/** The rows that have any weight. */
function* weightyRows(sample: TreeSample): Turns<ClassRows> {
  const { goal, items, step } = yield* classRowsOf(sample.target, sample.rows);
  const rows = yield* rowsWhere(items.rows, (_, place) => items.weights[place] > 0);
  return { goal, items: { rows, weights: yield* numbersInTurns(rows.length, (i) => goal.weights[rows[i]]) }, step };
}

function checkStyle({ learner, strategies }: BranchStyle, { target }: Dataset): void {
  const forClasses = `${learner} is for classification, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or use cart`;
  demand(target.task === "classification", forClasses);
  const { rules, limits, cuts } = strategies;
  const other = [...rules, ...cuts].find(({ task }) => task === "regression");
  demand(other === undefined, `${learner}: pruning by ${other?.name} is for regression, this is classification`);
  const byDepth = `${learner}: ${limits[0]?.name} needs a tree that grows best first, and this one grows by depth; prune it back instead, or use cart`;
  demand(limits.length === 0, byDepth);
}
