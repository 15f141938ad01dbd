import {
  type ClassificationMetrics,
  evaluate,
  type Learner,
  type Model,
  type RegressionMetrics,
} from "../../../src/index.ts";
import { type MadeTable, rowsOf } from "../tables/made-table.ts";

/** The mean squared error of what the learner predicts after the first rows, or the share of wrong classes. */
export async function testError(learner: Learner<Model, object>, table: MadeTable, trainRows: number): Promise<number> {
  const model = await learner.fit(rowsOf(table, 0, trainRows), { target: "y" });
  const metrics = evaluate(model, rowsOf(table, trainRows, table.columns.y.length));
  return model.task === "classification"
    ? 1 - (metrics as ClassificationMetrics).accuracy
    : (metrics as RegressionMetrics).rmse ** 2;
}
