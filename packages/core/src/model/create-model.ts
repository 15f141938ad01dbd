import type { ClassLabel } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { encodeTable, type PredictInput } from "../predict/encode-table.ts";
import { predictScores } from "../predict/predict-scores.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import type { ClassificationModel, Model, RegressionModel } from "./model.ts";
import { describeModel } from "./model-description.ts";
import type { ModelParts } from "./model-parts.ts";
import { columnOf, placeOfClass } from "./one-class.ts";
import { numberOfScore, numbersOf, probabilitiesOfRows, probabilitiesOfScores } from "./predict-encoded.ts";
import { createRowScorer } from "./score-row.ts";
import { sliceEnsemble } from "./slice-model.ts";
import { writeModel } from "./write-model.ts";

/** What is remembered of a training besides its report. Of these the curve alone is saved. */
export type TrainingRecord = Partial<Pick<Model, "outOfBag" | "learningCurve" | "options" | "warnings">>;

/** A model from its parts. `report` is what was guessed on the way; a loaded model has none. */
export function createModel(
  parts: ModelParts,
  report: readonly string[],
  { outOfBag = null, learningCurve = [], options = null, warnings = [] }: TrainingRecord = {},
): Model {
  const predictScore = (input: PredictInput) => predictScores(parts.ensemble, encodeTable(parts, input));
  const rounds = parts.ensemble.trees.length / scoresInTurn(parts.ensemble);
  const slice = (from: number, to = rounds): never =>
    createModel(slicedParts(parts, from, to), report, { options, warnings }) as never;
  const toBytes = () => writeModel(parts, learningCurve);
  const toJSON = () => describeModel(parts, { rounds, options, report });
  const record = { report, warnings, outOfBag, learningCurve, options, rounds };
  const base = { ...parts, ...record, predictScore, slice, toBytes, toJSON };
  return parts.task === "classification" ? classifier(base) : regressor(base);
}

function slicedParts(parts: ModelParts, from: number, to: number): ModelParts {
  const ensemble = sliceEnsemble(parts.ensemble, from, to);
  return { ...parts, ensemble };
}

interface Base
  extends ModelParts,
    Pick<
      Model,
      | "report"
      | "warnings"
      | "outOfBag"
      | "learningCurve"
      | "options"
      | "rounds"
      | "predictScore"
      | "toBytes"
      | "toJSON"
    > {
  /** The kind of model does not change with its trees, which the compiler can not know. */
  slice(from: number, to?: number): never;
}

function classifier(base: Base): ClassificationModel {
  const { classes, cost } = base;
  const scoreRow = createRowScorer(base);
  const classAt = (shares: Float64Array, row: number) =>
    classes[predictedClass(cost, shares, row * classes.length, classes.length)];
  const predictProbability = (input: PredictInput) => probabilitiesOfRows(base, encodeTable(base, input));
  const predict = (input: PredictInput) => {
    const shares = predictProbability(input);
    return Array.from({ length: shares.length / classes.length }, (_, row) => classAt(shares, row));
  };
  const predictOne = (row: object) => classAt(probabilitiesOfScores(base, scoreRow(row)), 0);
  // The scores are written over by the next row, and may be the array of the probabilities.
  const predictOneProbability = (row: object) => probabilitiesOfScores(base, scoreRow(row).slice());
  const probabilitiesOf = (input: PredictInput, label: ClassLabel) => {
    const place = placeOfClass("probabilitiesOf", classes, label);
    return columnOf(predictProbability(input), place, classes.length);
  };
  const ofRows = { predict, predictProbability, probabilitiesOf };
  return { ...base, task: "classification", ...ofRows, predictOne, predictOneProbability };
}

function regressor(base: Base): RegressionModel {
  const scoreRow = createRowScorer(base);
  const predict = (input: PredictInput) => numbersOf(base, encodeTable(base, input));
  const predictOne = (row: object) => numberOfScore(base, scoreRow(row)[0]);
  return { ...base, task: "regression", predict, predictOne };
}
