import { createPacer, newtonStep, type Pacer, type StepRules } from "@cambium/kernels";
import { datasetOptions } from "../../dataset/dataset-options.ts";
import type { Target } from "../../dataset/target.ts";
import { scoresInTurn } from "../../ensemble/ensemble.ts";
import { usedFeatures } from "../../ensemble/used-features.ts";
import type { FitGoal } from "../../goal/fit-goal.ts";
import { checkLossParts } from "../../loss/check-loss-parts.ts";
import { specText } from "../../loss/spec-text.ts";
import { createModel } from "../../model/create-model.ts";
import { expectModel } from "../../model/expect-model.ts";
import type { Model } from "../../model/model.ts";
import type { TableInput } from "../../table/table-like.ts";
import { type EncodedRows, routeRow } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { aColumn, checkOptions, shareFromZero } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable, type OptionsOf, option, someOf, withDefaults } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import { forRanges } from "../../util/ranges.ts";
import { inTurns } from "../../util/turns.ts";
import { numbersInTurns } from "../run/model-of-run.ts";
import { ownRun } from "../run/own-run.ts";
import { targetForLoss } from "../validation/evaluation-sets.ts";
import { heldOutRows } from "../validation/held-out-rows.ts";
import { boostingOptions } from "./boosting-options.ts";
import { leavesOf, lossFor } from "./boosting-plan.ts";
import { BoostingRows } from "./boosting-rows.ts";
import { expectWholeRounds } from "./past-rounds.ts";

export const refreshOptions = /* @__PURE__ */ droppable(() => ({
  ...someOf(boostingOptions, "loss", "order", "learningRate", "treesPerRound", "l1", "l2", "maxDeltaStep"),
  /** What stays of each old value, from 0 to 1: LightGBM's `decay_rate`. Default: 0. */
  decay: option(shareFromZero, 0),
  /** The column that weighs the rows. Default: none. */
  weight: option(aColumn, null),
  /** Ends the work when it is aborted. Default: none. */
  signal: datasetOptions.signal,
}));

/** Those of boosting are to be as the model was fitted with, so that leaves mean the same. */
export interface RefreshOptions extends OptionsOf<typeof refreshOptions> {}

/**
 * A boosted model with the same splits, and the values, covers and counts of all nodes as these rows give them, tree after tree: XGBoost's
 * `process_type: update` with `refresh`, and LightGBM's `refit`. A node that no row comes to keeps its value. Gains stay: they
 * tell why the splits were made. With the rows and options of the fit it is the same model, byte for byte, if each tree saw all rows.
 */
export async function refreshLeaves<M extends Model>(
  model: M,
  table: TableInput,
  options: RefreshOptions = {},
): Promise<M> {
  expectModel("refreshLeaves", model);
  checkOptions("refreshLeaves", options, refreshOptions);
  if (typeof options.loss === "object") checkLossParts(options.loss);
  const { features, target, offset } = model;
  const columns = { features: features.map(({ name }) => name), target, offset };
  const own = ownOptions(options);
  return ownRun(table, { ...own, ...columns }, (ownTable, { signal }) => refresh(model, ownTable, { ...own, signal }));
}

async function refresh<M extends Model>(model: M, table: TableInput, options: RefreshOptions): Promise<M> {
  const pacer = createPacer(options.signal);
  const { ensemble, features, unseen, offset } = model;
  const { learningRate, treesPerRound, decay, weight = null } = withDefaults(refreshOptions, options);
  const used = usedFeatures(ensemble);
  const ignored = new Set(features.filter((_, feature) => !used.has(feature)).map(({ name }) => name));
  const known = { features, target: targetOf(model), weightColumn: weight, offset, ignored };
  const ofUnseen = "nothing can be learned from it; leave such rows out";
  const reading = heldOutRows(known, table, unseen, "refreshLeaves", ofUnseen);
  const { columns, target, report } = await inTurns(reading, pacer);
  if (targetForLoss(target, "refreshLeaves") !== target) throw new CambiumError("bad-target", report[0]);
  const loss = lossFor(target, options);
  const [found, expected] = [model.loss, loss.spec].map(specText);
  const message = `refreshLeaves: the model is by ${model.learner}, with the loss ${found}, and the loss here is ${expected}; give a model of boosting, and the loss that it was fitted with`;
  demand(model.learner === "boosting" && found === expected, message);
  expectWholeRounds("refreshLeaves", ensemble, treesPerRound);
  const { criterion, lineSearch } = leavesOf(options, loss);
  const { initialScore: initialScores } = ensemble;
  const rows = new BoostingRows(columns, target, { loss, initialScores, lineSearch, treesPerRound }, null, null, pacer);
  const scoreCount = scoresInTurn(ensemble);
  const trees: Tree[] = [];
  for (const [index, tree] of ensemble.trees.entries()) {
    const place = index % scoreCount;
    const isNext = (index + 1) % (scoreCount * treesPerRound) === 0;
    const round = 1 + Math.floor(index / (scoreCount * treesPerRound));
    if (place === 0) await rows.derive(round);
    const counted = await recount(tree, columns, await rows.goalOf(place), criterion.steps as StepRules, pacer);
    const fresh = await rows.refit(counted, place);
    const refreshed = { ...fresh, value: mixed(tree, fresh, learningRate / treesPerRound, decay) };
    await rows.take(refreshed, place);
    if (isNext) await rows.endRound();
    trees.push(refreshed);
  }
  const classes = target.task === "classification" ? target.classes : [];
  const parts = { ...model, classes, ensemble: { ...ensemble, trees } };
  await inTurns(numbersInTurns(parts), pacer);
  return createModel(parts, report, { options: model.options, warnings: model.warnings }) as M;
}

/** The nodes of a tree as rows come to them, before the learning rate. */
async function recount(tree: Tree, columns: EncodedRows, goal: FitGoal, steps: StepRules, pacer: Pacer): Promise<Tree> {
  if (goal.kind !== "gradients") throw new TypeError("unreachable: boosting fits gradients");
  const gradients = new Float64Array(tree.nodeCount);
  const cover = new Float64Array(tree.nodeCount);
  const rowCount = new Uint32Array(tree.nodeCount);
  await forRanges(columns.rowCount, pacer, (start, end) => {
    for (let row = start; row < end; row++) {
      for (let node = 0; node >= 0; node = routeRow(tree, columns, row, node)) {
        gradients[node] += goal.gradients[row];
        cover[node] += goal.hessians[row];
        rowCount[node]++;
      }
    }
  });
  return { ...tree, value: gradients.map((sum, node) => newtonStep(sum, cover[node], steps)), cover, rowCount };
}

function mixed(old: Tree, fresh: Tree, share: number, decay: number): Float64Array {
  return old.value.map((value, node) => {
    if (fresh.rowCount[node] === 0) return value;
    const anew = share * fresh.value[node];
    return decay === 0 ? anew : decay * value + (1 - decay) * anew;
  });
}

/** The target of a model, without rows. */
function targetOf(model: Model): Target {
  const name = model.target;
  if (model.task === "regression") return { task: "regression", name, values: new Float64Array(0), weights: null };
  return { task: "classification", name, codes: new Int32Array(0), classes: model.classes, weights: null };
}
