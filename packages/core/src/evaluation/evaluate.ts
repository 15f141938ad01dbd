import type { ClassLabel } from "../dataset/target.ts";
import { accuracy, areaUnderCurve, logLoss } from "../metric/classification-metrics.ts";
import { meanAbsoluteError, rootMeanSquaredError, rSquared } from "../metric/regression-metrics.ts";
import { expectModel } from "../model/expect-model.ts";
import type { ClassificationModel, Model, RegressionModel } from "../model/model.ts";
import type { TableInput, TableLike } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { listNames } from "../util/nearest-name.ts";

export interface ClassificationScores {
  readonly rows: number;
  readonly accuracy: number;
  readonly logLoss: number;
  /** Only with two classes; of the second one. NaN where the table has rows of one class only. */
  readonly auc?: number;
}

export interface RegressionScores {
  readonly rows: number;
  readonly rmse: number;
  readonly mae: number;
  readonly r2: number;
}

/** How well a model predicts the target column of a table. */
export function evaluate(model: ClassificationModel, input: TableInput): ClassificationScores;
export function evaluate(model: RegressionModel, input: TableInput): RegressionScores;
export function evaluate(model: Model, input: TableInput): ClassificationScores | RegressionScores;
export function evaluate(model: Model, input: TableInput): ClassificationScores | RegressionScores {
  expectModel("evaluate", model);
  const table = toTable(input);
  if (table.rowCount === 0)
    throw new CambiumError("bad-table", "the table has no rows; expected at least one to evaluate on");
  if (!table.columnNames.includes(model.target)) {
    const message = `evaluate needs the target "${model.target}", which the table lacks; there are ${listNames(table.columnNames)}`;
    throw new CambiumError("unknown-column", message);
  }
  const actual = table.column(model.target);
  return model.task === "classification" ? scoreClasses(model, table, actual) : scoreNumbers(model, table, actual);
}

function scoreClasses(model: ClassificationModel, table: TableLike, actual: ArrayLike<unknown>): ClassificationScores {
  const codeOf = new Map<unknown, number>(model.classes.map((label: ClassLabel, code) => [label, code]));
  const codes = Int32Array.from({ length: table.rowCount }, (_, row) => {
    const label = typeof actual[row] === "bigint" ? Number(actual[row]) : actual[row];
    const code = codeOf.get(label);
    if (code !== undefined) return code;
    const known = listNames(model.classes.map(String));
    const message = `target "${model.target}" has ${describe(label)} in row ${row + 1}, which is none of the model's classes: ${known}`;
    throw new CambiumError("bad-target", message);
  });
  const width = model.classes.length;
  const probabilities = model.predictProbability(table);
  const likeliest = Int32Array.from({ length: table.rowCount }, (_, row) =>
    indexOfLargest(probabilities, row * width, width),
  );
  const scores = {
    rows: table.rowCount,
    accuracy: accuracy(likeliest, codes),
    logLoss: logLoss(probabilities, codes, width),
  };
  if (width !== 2) return scores;
  return {
    ...scores,
    auc: areaUnderCurve(
      probabilities.filter((_, i) => i % 2 === 1),
      codes,
    ),
  };
}

function scoreNumbers(model: RegressionModel, table: TableLike, actual: ArrayLike<unknown>): RegressionScores {
  const numbers = Float64Array.from({ length: table.rowCount }, (_, row) => {
    const value = actual[row];
    const number = typeof value === "bigint" || value instanceof Date ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
    throw new CambiumError(
      "bad-target",
      `target "${model.target}" has ${describe(value)} in row ${row + 1}; expected a number`,
    );
  });
  const predicted = model.predict(table);
  return {
    rows: table.rowCount,
    rmse: rootMeanSquaredError(predicted, numbers),
    mae: meanAbsoluteError(predicted, numbers),
    r2: rSquared(predicted, numbers),
  };
}
