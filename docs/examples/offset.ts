import { boosting, evaluate, loadModel, poisson } from "cambium";

// A year has about one claim of a young driver, and a fifth of one of others. Policies run for three months to two years.
const rows = Array.from({ length: 400 }, (_, i) => {
  const age = 18 + ((i * 7) % 60);
  const years = [0.25, 0.5, 1, 2][i % 4] ?? 1;
  const claims = Math.floor(years * (age < 30 ? 1 : 0.2) + ((i * 37) % 100) / 100);
  return { age, claims, logYears: Math.log(years) };
});
const data = { target: "claims", offset: "logYears" };
const model = await boosting({ loss: poisson(), rounds: 50, maxDepth: 2 }).fit(rows, data);

console.log(
  model.offset,
  model.features.map(({ name }) => name),
);

for (const years of [0.5, 1, 2]) {
  const claims = [20, 50].map((age) => model.predictOne({ age, logYears: Math.log(years) }));
  console.log(`${years} years:`, claims.map((count) => count.toFixed(3)).join(", "));
}

// As many claims are expected as there were.
const expected = model.predict(rows).reduce((sum, count) => sum + count, 0);
console.log(
  expected.toFixed(1),
  rows.reduce((sum, { claims }) => sum + claims, 0),
);
console.log("poisson deviance:", evaluate(model, rows).poissonDeviance.toFixed(3));

try {
  loadModel(model.toBytes()).predictOne({ age: 20 });
} catch (error) {
  console.log((error as Error).message);
}
