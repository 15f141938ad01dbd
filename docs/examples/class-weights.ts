import { cart, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/heart-statlog.csv");
const { train, test } = trainTestSplit(table, { test: 0.4, seed: 1, stratify: "class" });
const target = "class";

const learners = {
  "as it is": cart({ maxDepth: 3 }),
  balanced: cart({ maxDepth: 3, classWeights: "balanced" }),
  "one in ten is ill": cart({ maxDepth: 3, priors: { present: 0.1, absent: 0.9 } }),
  "an ill one overlooked costs 5": cart({ maxDepth: 3, cost: { present: { absent: 5 } } }),
};
for (const [name, learner] of Object.entries(learners)) {
  const model = await learner.fit(train, { target });
  const predicted = model.predict(test);
  const actual = test.column(target);
  const overlooked = Array.from(predicted).filter(
    (label, row) => actual[row] === "present" && label === "absent",
  ).length;
  const alarms = Array.from(predicted).filter((label, row) => actual[row] === "absent" && label === "present").length;
  console.log(`${name}: ${overlooked} overlooked, ${alarms} false alarms`);
}
