import { applyLink } from "../loss/link.ts";
import { encodeTable } from "../predict/encode-table.ts";
import { predictScores } from "../predict/predict-scores.ts";
import type { TableInput } from "../table/table-like.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import type { ClassificationModel, Model, RegressionModel } from "./model.ts";
import type { ModelParts } from "./model-parts.ts";
import { writeModel } from "./write-model.ts";

/** A model from its parts. `report` is what was guessed on the way; a loaded model has none. */
export function createModel(parts: ModelParts, report: readonly string[]): Model {
  const predictScore = (input: TableInput) => predictScores(parts.ensemble, encodeTable(parts, input));
  const base = { ...parts, report, predictScore, toBytes: () => writeModel(parts) };
  return parts.task === "classification" ? classifier(base) : regressor(base);
}

type Base = ModelParts & Pick<Model, "report" | "predictScore" | "toBytes">;

function classifier(base: Base): ClassificationModel {
  const { classes } = base;
  const predictProbability = (input: TableInput) => probabilities(base, base.predictScore(input));
  const predict = (input: TableInput) => {
    const shares = predictProbability(input);
    return Array.from(
      { length: shares.length / classes.length },
      (_, row) => classes[indexOfLargest(shares, row * classes.length, classes.length)],
    );
  };
  return { ...base, task: "classification", predict, predictProbability, predictOne: (row) => predict([row])[0] };
}

function regressor(base: Base): RegressionModel {
  const predict = (input: TableInput) => base.predictScore(input).map((score) => applyLink(base.link, score));
  return { ...base, task: "regression", predict, predictOne: (row) => predict([row])[0] };
}

/** There is a score per class, or one only, that of the second of two classes. */
function probabilities(model: ModelParts, scores: Float64Array): Float64Array {
  if (model.ensemble.initialScore.length === model.classes.length)
    return scores.map((score) => applyLink(model.link, score));
  const shares = new Float64Array(2 * scores.length);
  scores.forEach((score, row) => {
    const share = applyLink(model.link, score);
    shares[2 * row] = 1 - share;
    shares[2 * row + 1] = share;
  });
  return shares;
}
