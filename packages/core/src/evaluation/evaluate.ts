import { datasetOptions } from "../dataset/dataset-options.ts";
import { readWeights } from "../dataset/read-weights.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import {
  allMetrics,
  type ClassificationMetrics,
  classificationMetrics,
  type RegressionMetrics,
  regressionMetrics,
} from "../metric/metric-table.ts";
import { expectModel } from "../model/expect-model.ts";
import type { ClassificationModel, Model } from "../model/model.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { checkOptions, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { readClasses, readNumbers, targetColumn } from "./read-actual.ts";

export interface ClassificationScores extends ClassificationMetrics {
  readonly rows: number;
}

export interface RegressionScores extends RegressionMetrics {
  readonly rows: number;
}

/** What `evaluate` gives for a kind of model. */
export type ScoresOf<M extends Model> = M extends ClassificationModel ? ClassificationScores : RegressionScores;

export interface EvaluateOptions {
  /** A weight per row: a column's name, or numbers >= 0; 1 each unless told. */
  readonly weight?: string | ArrayLike<number>;
}

export const evaluateOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  weight: datasetOptions.weight,
}));

/** How well a model predicts the target column of a table: every metric for its task. `rows` counts rows, not weight. */
export function evaluate<M extends Model>(model: M, input: TableInput, options?: EvaluateOptions): ScoresOf<M>;
export function evaluate(
  model: Model,
  input: TableInput,
  options: EvaluateOptions = {},
): ClassificationScores | RegressionScores {
  expectModel("evaluate", model);
  checkOptions("evaluate", options, evaluateOptions);
  const table = toTable(input);
  const values = targetColumn("evaluate", model, table);
  const weights = readWeights(table, options.weight);
  const rows = table.rowCount;
  if (model.task === "classification") {
    const actual = readClasses(model, values);
    const outcome = new ClassOutcome(
      model.predictProbability(table),
      actual,
      model.classes.length,
      weights,
      model.cost,
    );
    return { rows, ...allMetrics(classificationMetrics, outcome) };
  }
  const outcome = { predicted: model.predict(table), actual: readNumbers(model, values), weights };
  return { rows, ...allMetrics(regressionMetrics, outcome) };
}
