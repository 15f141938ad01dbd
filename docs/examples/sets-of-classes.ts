import { conformalSets, randomForest, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/vowel.csv");
const target = "Class";
for (const method of ["threshold", "adaptive"] as const) {
  let inside = 0;
  let rows = 0;
  let size = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const { train, validation, test } = trainTestSplit(table, { validation: 0.25, test: 0.25, seed, stratify: target });
    const model = await randomForest({ trees: 30, seed }).fit(train, { target, task: "classification" });
    const sets = conformalSets(model, validation, { coverage: 0.9, method }).predict(test);
    sets.forEach((labels, row) => {
      rows++;
      size += labels.length;
      if (labels.includes(String(test.column(target)[row]))) inside++;
    });
    if (seed === 1) console.log(sets.slice(0, 4));
  }
  console.log(`${method}: ${(inside / rows).toFixed(3)} covered, by ${(size / rows).toFixed(2)} classes a set`);
}
