import type { ClassLabel } from "../dataset/target.ts";
import { scoresInTurn } from "../ensemble/ensemble.ts";
import { type AsyncOptions, runInTurns } from "../predict/async-options.ts";
import { type PredictInput, tableInTurns } from "../predict/encode-table.ts";
import { scoresInTurns } from "../predict/predict-scores.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { didYouMean, listNames } from "../util/nearest-name.ts";
import { atOnce, type Turns, turnsOver } from "../util/turns.ts";
import { setTwin } from "./async-twins.ts";
import type { ClassificationModel, Model, ModelDescription, RegressionModel } from "./model.ts";
import type { ModelParts } from "./model-parts.ts";
import { numberOfScore, numbersInTurns, probabilitiesInTurns, probabilitiesOfScores } from "./predict-encoded.ts";
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
  const [predictScore, predictScoreAsync] = bothWays("predictScore", parts, (rows) =>
    scoresInTurns(parts.ensemble, rows),
  );
  const rounds = parts.ensemble.trees.length / scoresInTurn(parts.ensemble);
  const slice = (from: number, to = rounds): never => {
    const ensemble = sliceEnsemble(parts.ensemble, from, to);
    return createModel({ ...parts, ensemble }, report, { options, warnings }) as never;
  };
  const toBytes = () => writeModel(parts, learningCurve);
  const toJSON = () => describeModel(parts, { rounds, options, report });
  const record = { report, warnings, outOfBag, learningCurve, options, rounds };
  const base = { ...parts, ...record, predictScore, predictScoreAsync, slice, toBytes, toJSON };
  return parts.task === "classification" ? classifier(base) : regressor(base);
}

/** What both kinds of models have. */
interface Base extends ModelParts, Omit<Model, keyof ModelParts | "predict" | "predictAsync" | "predictOne" | "slice"> {
  /** The kind of model does not change with its trees, which the compiler can not know. */
  slice(from: number, to?: number): never;
}

/** A function of a table that predicts at once, and the one that does so in turns, whose name is that of the first and `Async`. */
function bothWays<T>(name: string, parts: ModelParts, turnsOf: (rows: EncodedRows) => Turns<T>) {
  function* predicted(input: PredictInput): Turns<T> {
    return yield* turnsOf(yield* tableInTurns(parts, input));
  }
  const ask = (input: PredictInput) => atOnce(predicted(input));
  const askAsync = (input: PredictInput, options: AsyncOptions = {}) =>
    runInTurns(`${name}Async`, options, () => predicted(input));
  setTwin(ask, askAsync);
  return [ask, askAsync] as const;
}

function classifier(base: Base): ClassificationModel {
  const { classes, cost } = base;
  const scoreRow = createRowScorer(base);
  const classAt = (shares: Float64Array, row: number) =>
    classes[predictedClass(cost, shares, row * classes.length, classes.length)];
  const probabilities = (rows: EncodedRows) => probabilitiesInTurns(base, rows);
  function* labels(rows: EncodedRows): Turns<ClassLabel[]> {
    const shares = yield* probabilities(rows);
    const predicted: ClassLabel[] = [];
    yield* turnsOver(shares.length / classes.length, (start, end) => {
      for (let row = start; row < end; row++) predicted.push(classAt(shares, row));
    });
    return predicted;
  }
  const [predictProbability, predictProbabilityAsync] = bothWays("predictProbability", base, probabilities);
  const [predict, predictAsync] = bothWays("predict", base, labels);
  const predictOne = (row: object) => classAt(probabilitiesOfScores(base, scoreRow(row)), 0);
  // The scores are written over by the next row, and may be the array of the probabilities.
  const predictOneProbability = (row: object) => probabilitiesOfScores(base, scoreRow(row).slice());
  const probabilitiesOf = (input: PredictInput, label: ClassLabel) => {
    const place = placeOfClass(classes, label);
    const shares = predictProbability(input);
    const ofClass = new Float64Array(shares.length / classes.length);
    for (let row = 0; row < ofClass.length; row++) ofClass[row] = shares[row * classes.length + place];
    return ofClass;
  };
  const ofRows = { predict, predictAsync, predictProbability, predictProbabilityAsync, probabilitiesOf };
  return { ...base, task: "classification", ...ofRows, predictOne, predictOneProbability };
}

function regressor(base: Base): RegressionModel {
  const scoreRow = createRowScorer(base);
  const [predict, predictAsync] = bothWays("predict", base, (rows) => numbersInTurns(base, rows));
  const predictOne = (row: object) => numberOfScore(base, scoreRow(row)[0]);
  return { ...base, task: "regression", predict, predictAsync, predictOne };
}

/** The place of a class among those of a model, where "1" and 1 are two classes. */
function placeOfClass(classes: readonly ClassLabel[], label: ClassLabel): number {
  const place = classes.indexOf(label);
  if (place >= 0) return place;
  // What is no label may have no text either.
  const text = typeof label === "object" || typeof label === "symbol" ? "" : String(label);
  const twin = classes.find((each) => String(each) === text);
  const hint = twin === undefined ? didYouMean(text, classes.map(String)) : `did you mean ${describe(twin)}? `;
  const message = `probabilitiesOf: ${describe(label)} is no class of the model; ${hint}there are ${listNames(classes)}`;
  throw new CambiumError("bad-option", message);
}

function describeModel(
  parts: ModelParts,
  training: Pick<ModelDescription, "rounds" | "options" | "report">,
): ModelDescription {
  const { learner, task, target, classes, features, offset, link, loss, missing, unseen, cost, ensemble } = parts;
  const { trees } = ensemble;
  const nodes = trees.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const { rounds, options, report } = training;
  return {
    ...{ learner, task, target, classes, features, offset, link, loss, missing, unseen, cost },
    ...{ rounds, trees: trees.length, nodes, options, report },
  };
}
