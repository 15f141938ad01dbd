import { boosting, evaluate, poisson } from "cambium";
import { readCsv } from "cambium/io";

// Claims in a quarter of a year, by where policyholders live, the litres of their engines, and their age.
const table = await readCsv("fixtures/datasets/car-claims.csv");
const [district, litres, age] = ["district", "litres", "age"].map((name) => Array.from(table.column(name)));
const [holders = [], claims = []] = ["holders", "claims"].map((name) => Array.from(table.column(name), Number));
const features = { district, litres, age };
const learner = boosting({ loss: poisson(), rounds: 50, maxDepth: 2 });

// What happened, with the log of the exposure as the offset.
const counts = { ...features, claims, logHolders: holders.map(Math.log) };
const byOffset = await learner.fit(counts, { target: "claims", offset: "logHolders" });

// How often it happened, each rate with the weight of its exposure.
const rates = { ...features, rate: claims.map((count, row) => count / holders[row]) };
const byWeight = await learner.fit(rates, { target: "rate", weight: holders });

for (const place of [1, 4]) {
  const driver = { district: place, litres: ">2", age: "<25" };
  const perHundred = byOffset.predictOne({ ...driver, logHolders: Math.log(100) });
  console.log(
    `district ${place}:`,
    Number(perHundred).toFixed(6),
    (100 * Number(byWeight.predictOne(driver))).toFixed(6),
  );
}

const total = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((sum, number) => sum + number, 0);
console.log(`claims: ${total(claims)}, expected: ${total(byOffset.predict(counts)).toFixed(3)}`);
console.log("deviance of the counts:", evaluate(byOffset, counts).poissonDeviance.toFixed(4));
console.log("deviance by exposure:", evaluate(byWeight, rates, { weight: holders }).poissonDeviance.toFixed(7));
