import { encodeTable } from "../predict/encode-table.ts";
import { predictScores } from "../predict/predict-scores.ts";
import type { TableInput } from "../table/table-like.ts";
import { predictedClass } from "../tree/predicted-class.ts";
import type { ClassificationModel, Model, RegressionModel } from "./model.ts";
import type { ModelParts } from "./model-parts.ts";
import type { OutOfBag } from "./out-of-bag.ts";
import { numbersOf, probabilitiesOf } from "./predict-encoded.ts";
import { writeModel } from "./write-model.ts";

/** A model from its parts. `report` is what was guessed on the way; a loaded model has none. */
export function createModel(parts: ModelParts, report: readonly string[], outOfBag: OutOfBag | null = null): Model {
  const predictScore = (input: TableInput) => predictScores(parts.ensemble, encodeTable(parts, input));
  const base = { ...parts, report, outOfBag, predictScore, toBytes: () => writeModel(parts) };
  return parts.task === "classification" ? classifier(base) : regressor(base);
}

type Base = ModelParts & Pick<Model, "report" | "outOfBag" | "predictScore" | "toBytes">;

function classifier(base: Base): ClassificationModel {
  const { classes, cost } = base;
  const predictProbability = (input: TableInput) => probabilitiesOf(base, encodeTable(base, input));
  const predict = (input: TableInput) => {
    const shares = predictProbability(input);
    return Array.from(
      { length: shares.length / classes.length },
      (_, row) => classes[predictedClass(cost, shares, row * classes.length, classes.length)],
    );
  };
  return { ...base, task: "classification", predict, predictProbability, predictOne: (row) => predict([row])[0] };
}

function regressor(base: Base): RegressionModel {
  const predict = (input: TableInput) => numbersOf(base, encodeTable(base, input));
  return { ...base, task: "regression", predict, predictOne: (row) => predict([row])[0] };
}
