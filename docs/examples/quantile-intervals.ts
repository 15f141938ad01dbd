import { boosting, conformalIntervals, quantile, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/airfoil.csv");
const target = "decibels";
const options = { rounds: 150, maxDepth: 4 };
const covered: number[] = [];
const between: number[] = [];
for (let seed = 1; seed <= 10; seed++) {
  const { train, validation, test } = trainTestSplit(table, { validation: 0.25, test: 0.25, seed });
  const lower = await boosting({ ...options, loss: quantile({ level: 0.05 }) }).fit(train, { target });
  const upper = await boosting({ ...options, loss: quantile({ level: 0.95 }) }).fit(train, { target });
  const intervals = conformalIntervals({ lower, upper }, validation, { coverage: 0.9 });

  const actual = Array.from(test.column(target), Number);
  const bounds = intervals.predict(test);
  const inside = (low: Float64Array, high: Float64Array) =>
    actual.filter((y, row) => (low[row] ?? 0) <= y && y <= (high[row] ?? 0)).length / actual.length;
  covered.push(inside(bounds.lower, bounds.upper));
  between.push(inside(lower.predict(test), upper.predict(test)));
  if (seed > 1) continue;
  console.log(`calibrated on ${intervals.rows} rows: wider by ${intervals.radius.toFixed(2)} on both sides`);
  const widths = bounds.upper.map((high, row) => high - (bounds.lower[row] ?? 0)).sort();
  const at = (share: number) => widths[Math.floor(share * (widths.length - 1))]?.toFixed(1);
  console.log(`an interval in ten is ${at(0.1)} wide or less, and one in ten ${at(0.9)} or more`);
}
const mean = (shares: number[]) => (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(3);
console.log(`covered of the test rows, split by split: ${covered.map((share) => share.toFixed(3)).join(" ")}`);
console.log(`on average ${mean(covered)}; between the quantiles as they were predicted ${mean(between)}`);
