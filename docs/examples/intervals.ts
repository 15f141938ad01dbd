import { boosting, conformalIntervals, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/airfoil.csv");
const target = "decibels";
const covered: number[] = [];
for (let seed = 1; seed <= 10; seed++) {
  const { train, validation, test } = trainTestSplit(table, { validation: 0.25, test: 0.25, seed });
  const model = await boosting({ loss: "auto", rounds: 100, maxDepth: 4 }).fit(train, { target, task: "regression" });
  const intervals = conformalIntervals(model, validation, { coverage: 0.9 });
  const { lower, upper } = intervals.predict(test);
  const actual = Array.from(test.column(target), Number);
  const inside = actual.filter((y, row) => (lower[row] ?? 0) <= y && y <= (upper[row] ?? 0));
  covered.push(inside.length / actual.length);
  if (seed > 1) continue;
  console.log(`calibrated on ${intervals.rows} rows: ± ${intervals.radius.toFixed(2)}`);
  for (let row = 0; row < 3; row++)
    console.log(`${actual[row]?.toFixed(1)} in ${lower[row]?.toFixed(1)} to ${upper[row]?.toFixed(1)}`);
}
console.log(`covered of the test rows, split by split: ${covered.map((share) => share.toFixed(3)).join(" ")}`);
console.log(`on average ${(covered.reduce((sum, share) => sum + share, 0) / covered.length).toFixed(3)}`);
