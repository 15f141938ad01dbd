import { boosting, evaluate, squaredError, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const { train, test } = trainTestSplit(table, { test: 0.25, seed: 1 });

// One car, from 1,600 to 5,200 pounds, and nothing else about it changed.
const car = { cylinders: 6, displacement: 200, horsepower: 95, acceleration: 15, model_year: 76, origin: 1 };
const weights = Array.from({ length: 37 }, (_, i) => 1600 + 100 * i);

for (const monotone of [{}, { weight: -1 }] as const) {
  const learner = boosting({ loss: squaredError(), splitter: "histogram", maxDepth: 4, monotone });
  const model = await learner.fit(train, { target: "mpg" });
  const predicted = weights.map((weight) => model.predictOne({ ...car, weight }));
  const rises = predicted.filter((mpg, i) => i > 0 && mpg > predicted[i - 1]).length;
  console.log(
    JSON.stringify(monotone),
    `goes up ${rises} times,`,
    `test rmse ${evaluate(model, test).rmse.toFixed(2)}`,
  );
}
