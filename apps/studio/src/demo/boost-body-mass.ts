import {
  boosting,
  evaluate,
  type RegressionModel,
  type RegressionScores,
  type RoundReport,
  squaredError,
  type TableLike,
  trainTestSplit,
} from "cambium";
import { rowsWithTarget } from "../learning/rows-with-target.ts";

export interface BoostedTrees {
  readonly model: RegressionModel;
  readonly scores: RegressionScores;
  readonly notes: readonly string[];
}

/** Many small trees, each for what those before it have left over: how heavy is a penguin? */
export async function boostBodyMass(
  penguins: TableLike,
  onRound: (report: RoundReport) => void,
): Promise<BoostedTrees> {
  const target = "body_mass_g";
  const { table, notes } = rowsWithTarget(penguins, target);
  const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });
  const learner = boosting({ loss: squaredError(), rounds: 200, learningRate: 0.05, maxDepth: 3 });
  const model = await learner.fit(train, { target, onRound });
  return { model, scores: evaluate(model, test), notes: [...notes, ...model.report] };
}
