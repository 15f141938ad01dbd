import { scoresInTurn } from "../ensemble/ensemble.ts";
import { expectModel } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { numbersOfScores, probabilitiesOfScores } from "../model/predict-encoded.ts";
import { someTrees } from "../model/slice-model.ts";
import { encodeTable, type PredictInput } from "../predict/encode-table.ts";
import { addTrees, finishScores, predictScores, startScores } from "../predict/predict-scores.ts";
import { checkOptions, integerFrom } from "../util/check-options.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";

/** What a model would predict if it had its first trees only. */
export interface PredictionStage {
  readonly trees: number;
  /** What `model.slice(0, rounds)` has: as many as there are trees, or trees of each class. */
  readonly rounds: number;
  /** Before the link, as `predictScore` gives it. */
  readonly scores: Float64Array;
  /** As `predictProbability` gives it for classes, and `predict` for numbers. */
  readonly predictions: Float64Array;
}

export const predictStagesOptions = /* @__PURE__ */ droppable(() => ({
  /** Trees from one stage to the next, or rounds, where a round has a tree for each class. The last stage has all trees. Default: 1. */
  every: option(integerFrom(1), 1),
}));

export interface PredictStagesOptions extends OptionsOf<typeof predictStagesOptions> {}

/**
 * The predictions of a model after its first trees, then after more, to the last: each stage is what `model.slice(0, rounds)`
 * predicts, and rows go down every tree once. The caller's thread does nothing else until the next stage is there: some 30 ms a tree for
 * 500,000 rows.
 */
export function* predictStages(
  model: Model,
  input: PredictInput,
  options: PredictStagesOptions = {},
): Generator<PredictionStage, void, undefined> {
  expectModel("predictStages", model);
  checkOptions("predictStages", options, predictStagesOptions);
  const { ensemble } = model;
  const perRound = scoresInTurn(ensemble);
  const every = perRound * withDefaults(predictStagesOptions, options).every;
  const rows = encodeTable(model, input);
  const isMedian = ensemble.combine?.by === "median";
  const sums = new Float64Array(rows.rowCount * ensemble.initialScore.length);
  startScores(ensemble, sums, rows.offsets);
  for (let done = 0; done < ensemble.trees.length; ) {
    const trees = Math.min(done + every, ensemble.trees.length);
    if (!isMedian) addTrees(someTrees(ensemble, done, trees), rows, sums);
    const scores = isMedian ? predictScores(someTrees(ensemble, 0, trees), rows) : sums.slice();
    finishScores(ensemble, scores, trees);
    const copy = scores.slice();
    const predictions = model.task === "regression" ? numbersOfScores(model, copy) : probabilitiesOfScores(model, copy);
    yield { trees, rounds: trees / perRound, scores, predictions };
    done = trees;
  }
}
