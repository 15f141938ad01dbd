import { Dataset } from "../../dataset/dataset.ts";
import type { Target, Task } from "../../dataset/target.ts";
import { engineReport } from "../../engine/engine-report.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { checkLossParts } from "../../loss/check-loss-parts.ts";
import type { Model, ModelByTask } from "../../model/model.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { withDefaults } from "../../util/option.ts";
import { ownOptions } from "../../util/own-data.ts";
import { classFactors, weighed } from "../options/class-weights.ts";
import { checkFitOptions, checkLearnerOptions } from "../options/run-options.ts";
import { type EarlyStopping, frozenStopping } from "../run/early-stopping.ts";
import { FitStop } from "../run/fit-stop.ts";
import { datasetWithOffset, type EndsEarly, fitOf, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { ownRun } from "../run/own-run.ts";
import { meanLoss } from "../validation/mean-loss.ts";
import { BoostingBags } from "./boosting-bags.ts";
import { boostingChoices, boostingInForce } from "./boosting-in-force.ts";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingOptions,
  boostingRunOptions,
} from "./boosting-options.ts";
import { boostingPlan, lossFor } from "./boosting-plan.ts";
import { BoostingProgress, type KeptRounds } from "./boosting-progress.ts";
import { BoostingRows } from "./boosting-rows.ts";
import { checkCheckpoint, keepModel } from "./checkpoint.ts";
import { checkGradientSample, GradientDraw } from "./gradient-sample.ts";
import { type GrownTree, growForScores } from "./grow-for-scores.ts";

/** Newton boosting: each round grows a tree on the gradients and hessians of the loss at the scores so far; or, of order 1, Friedman's. */
export function boosting<T extends Task = Task>(
  options: BoostingOptions<T> = {},
): Learner<ModelByTask[T], BoostingFitOptions> {
  checkLearnerOptions("boosting", options, boostingOptions, boostingRunOptions);
  if (typeof options.loss === "object") checkLossParts(options.loss);
  if (typeof options.rowSample === "object") checkGradientSample(options.rowSample);
  const earlyStopping = frozenStopping(options.earlyStopping);
  const frozen = Object.freeze({ ...ownOptions(options), ...(earlyStopping && { earlyStopping }) });
  const task = typeof frozen.loss === "object" ? frozen.loss.task : undefined;
  return Object.freeze({
    name: "boosting",
    options: frozen,
    ...(task && { task }),
    ...(earlyStopping && { endsEarly: endsEarly(frozen, earlyStopping) }),
    checkTarget: (target: Target) => void lossFor(target, frozen),
    fit: fitOf<ModelByTask[T], BoostingFitOptions>(async (data, run) => {
      checkFitOptions("boosting", run, boostingRunOptions, boostingOptions);
      if (run.checkpoint !== undefined) checkCheckpoint(run.checkpoint);
      return ownRun(data, run, async (ownData, own) => {
        const stop = new FitStop("boosting", "round", own);
        // Reading the data heeds what ends the fit, too.
        const described = { ...own, signal: stop.signal };
        try {
          const dataset = weighedByClass(await datasetWithOffset(ownData, described, task), frozen);
          return await boost(frozen, dataset, own, stop);
        } catch (error) {
          return stop.settle(error);
        }
      });
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

async function boost(
  options: BoostingOptions,
  dataset: Dataset,
  run: BoostingFitOptions,
  stop: FitStop,
): Promise<Model> {
  const { pacer } = stop;
  const plan = await boostingPlan(options, dataset, run, pacer);
  const { loss, initialScores, past, criterion } = plan;
  const inForce = boostingInForce(options, dataset, plan);
  const choices = boostingChoices(options, dataset, plan);
  const bags = new BoostingBags(dataset, options, pacer);
  const { rowSample, seed } = withDefaults(boostingOptions, options);
  const draw = typeof rowSample === "object" ? new GradientDraw(dataset, rowSample, seed, plan.learningRate) : null;
  const progress = new BoostingProgress(plan, run, stop);
  const { splitter, grower, rules } = plan;
  const engine = await openEngine({ ...plan.search, dataset, criterion, splitter, grower, rules, pacer });
  const modelOf = ({ trees, learningCurve, report }: KeptRounds) => {
    const ensemble = { trees, initialScore: initialScores };
    const learned = { learner: "boosting", ensemble, link: loss.link, loss: loss.spec, pruningPath: [] };
    const grew = engineReport(engine, { trees: trees.length, asked: run.threads });
    const remarks = [...choices, ...report, ...grew];
    return modelOfRun(dataset, options, learned, remarks, { learningCurve, options: inForce });
  };
  try {
    const offsets = dataset.offset?.values;
    const columns = { ...rowsOfColumns(dataset.rowCount, dataset.columns), ...(offsets && { offsets }) };
    const rows = new BoostingRows({ columns, target: dataset.target }, engine, plan, pacer);
    if (past !== null) {
      await rows.addPast(past.ensemble);
      await plan.evaluation?.addPast(past.ensemble);
    }
    while (!progress.isOver) {
      const round = progress.count + 1;
      const grown: GrownTree[] = [];
      for (let repeat = 0; repeat < plan.treesPerRound; repeat++) {
        await rows.derive(round, await bags.bagOf(round, repeat), draw);
        grown.push(...(await growForScores(plan, rows, engine, progress.treeCount + grown.length, pacer)));
      }
      const trees = grown.map(({ tree }) => tree);
      const notes = grown.flatMap((one) => one.notes);
      await rows.endRound();
      await progress.add({
        trees,
        notes,
        scores: rows.scores,
        trainLoss: () => meanLoss(loss, dataset.target, rows.scores, pacer),
      });
      if (run.checkpoint !== undefined) await keepModel(run.checkpoint, round, () => modelOf(progress.all));
    }
    return modelOf(progress.kept());
  } catch (error) {
    return stop.settle(error, progress.count, (end) => modelOf(progress.kept(end)));
  } finally {
    engine.end();
  }
}

/** The dataset with the weights of its rows as the options say of their classes. */
function weighedByClass(dataset: Dataset, { classWeights }: BoostingOptions): Dataset {
  if (classWeights === undefined) return dataset;
  const { target } = dataset;
  if (target.task === "classification") {
    const factors = classFactors("boosting", classWeights, target);
    return new Dataset({ ...dataset, target: weighed(target, factors), binned: new Map() });
  }
  const message = `boosting: classWeights are for classes, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or weight`;
  throw new CambiumError("bad-option", message);
}
