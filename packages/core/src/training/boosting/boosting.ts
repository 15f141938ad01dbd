import { Dataset } from "../../dataset/dataset.ts";
import type { Target, Task } from "../../dataset/target.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { engineReport, type TreeEngine } from "../../engine/tree-engine.ts";
import { checkLossParts } from "../../loss/check-loss-parts.ts";
import type { ModelByTask } from "../../model/model.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import { demand } from "../../util/demand.ts";
import { classFactors, weighed } from "../options/class-options.ts";
import { checkedOptions } from "../options/run-options.ts";
import { type EarlyStopping, frozenStopping } from "../run/early-stopping.ts";
import type { FitInParts, FitStop } from "../run/fit-stop.ts";
import { type EndsEarly, fitOf, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { type PrunedTree, pruneTree } from "../single-trees/prune-tree.ts";
import { meanLoss } from "../validation/evaluation-sets.ts";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingOptions,
  boostingRunOptions,
  checkGradientSample,
} from "./boosting-options.ts";
import { type BoostingPlan, boostingInForce, boostingPlan, lossFor } from "./boosting-plan.ts";
import { BoostingProgress, type KeptRounds } from "./boosting-progress.ts";
import { BoostingBags, BoostingRows } from "./boosting-rows.ts";
import { checkCheckpoint, keepModel } from "./past-rounds.ts";

/** Newton boosting: each round grows a tree on the gradients and hessians of the loss at the scores so far; or, of order 1, Friedman's. */
export function boosting<T extends Task = Task>(
  options: BoostingOptions<T> = {},
): Learner<ModelByTask[T], BoostingFitOptions> {
  const own = checkedOptions("boosting", options, boostingOptions, boostingRunOptions);
  if (typeof options.loss === "object") checkLossParts(options.loss);
  if (typeof options.rowSample === "object") checkGradientSample(options.rowSample);
  const earlyStopping = frozenStopping(options.earlyStopping);
  const frozen = Object.freeze({ ...own, ...(earlyStopping && { earlyStopping }) });
  const task = typeof frozen.loss === "object" ? frozen.loss.task : undefined;
  return Object.freeze({
    name: "boosting",
    options: frozen,
    ...(task && { task }),
    ...(earlyStopping && { endsEarly: endsEarly(frozen, earlyStopping) }),
    checkTarget: (target: Target) => void lossFor(target, frozen),
    fit: fitOf<ModelByTask[T], BoostingFitOptions>({
      ...{ name: "boosting", part: "round", carriesModel: true, takesOffset: true, task },
      ...{ rules: boostingOptions, runRules: boostingRunOptions },
      open: (dataset, run, stop) => openBoosting(frozen, weighedByClass(dataset, frozen), run, stop),
    }),
  });
}

function endsEarly<T extends Task>(options: BoostingOptions<T>, rule: EarlyStopping): EndsEarly<ModelByTask[T]> {
  const { earlyStopping: _rule, ...others } = options;
  return Object.freeze({
    rule,
    ofRounds: (rounds = others.rounds) => boosting<T>({ ...others, ...(rounds !== undefined && { rounds }) }),
  });
}

async function openBoosting(
  options: BoostingOptions,
  dataset: Dataset,
  run: BoostingFitOptions,
  stop: FitStop,
): Promise<FitInParts> {
  const { checkpoint } = run;
  if (checkpoint !== undefined) checkCheckpoint(checkpoint);
  const { pacer } = stop;
  const plan = await boostingPlan(options, dataset, run, pacer);
  const { loss, initialScores, past } = plan;
  const { inForce, choices } = boostingInForce(options, dataset, plan);
  const bags = new BoostingBags(dataset, options, pacer);
  const progress = new BoostingProgress(plan, run, stop);
  const engine = await openEngine(plan.engine);
  const modelOf = ({ trees, learningCurve, report }: KeptRounds) => {
    const ensemble = { trees, initialScore: initialScores };
    const learned = { learner: "boosting", ensemble, link: loss.link, loss: loss.spec };
    const grew = engineReport(engine, { trees: trees.length, asked: run.threads });
    const remarks = [...choices, ...report, ...grew];
    return modelOfRun(dataset, options, learned, remarks, { learningCurve, options: inForce });
  };
  return {
    get done() {
      return progress.count;
    },
    async grow() {
      const offsets = dataset.offset?.values;
      const columns = { ...rowsOfColumns(dataset.rowCount, dataset.columns), ...(offsets && { offsets }) };
      const rows = new BoostingRows(columns, dataset.target, plan, engine, pacer);
      if (past !== null) await rows.addPast(past.ensemble);
      if (past !== null) await plan.evaluation?.addPast(past.ensemble);
      while (!progress.isOver) {
        const round = progress.count + 1;
        const grown = await growRound(plan, rows, bags, engine, round);
        await progress.add(grown, rows.scores, () => meanLoss(loss, dataset.target, rows.scores, pacer));
        if (checkpoint !== undefined) await keepModel(checkpoint, round, () => modelOf(progress.all));
      }
    },
    modelOf: (end) => modelOf(progress.kept(end)),
    end: () => engine.end(),
  };
}

/** The trees of a round: one for each score, in the order of the scores, or so many of them, one after the other. */
async function growRound(
  plan: BoostingPlan,
  rows: BoostingRows,
  bags: BoostingBags,
  engine: TreeEngine,
  round: number,
): Promise<PrunedTree[]> {
  const grown: PrunedTree[] = [];
  const before = (round - 1) * plan.treesPerRound * plan.initialScores.length;
  for (let repeat = 0; repeat < plan.treesPerRound; repeat++) {
    await rows.derive(round, await bags.bagOf(round, repeat), bags);
    for (let place = 0; place < plan.initialScores.length; place++) {
      const goal = await rows.goalOf(place);
      const draw = plan.drawOf(before + grown.length + 1);
      const task = { goal, rows: rows.bag, gainUnit: 1, rootImpurity: 0 };
      const full = await engine.grow({ ...task, ...(draw && { draw }) });
      const pruned = await pruneTree(full, plan.cuts, null, plan.engine.pacer);
      const fitted = await rows.refit(pruned.tree, place);
      const share = plan.learningRate / plan.treesPerRound;
      const tree = { ...fitted, value: fitted.value.map((value) => share * value) };
      await rows.take(tree, place);
      grown.push({ ...pruned, tree });
    }
  }
  await rows.endRound();
  return grown;
}

/** The dataset with the weights of its rows as the options say of their classes. */
function weighedByClass(dataset: Dataset, { classWeights }: BoostingOptions): Dataset {
  if (classWeights === undefined) return dataset;
  const { target } = dataset;
  const message = `boosting: classWeights are for classes, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or weight`;
  demand(target.task === "classification", message);
  const reweighed = weighed(target, classFactors("boosting", classWeights, target));
  return new Dataset({ ...dataset, target: reweighed, binned: new Map() });
}
