import { runJob } from "../run-job.mjs";
import { installed, rowsOf, versionOf } from "./installed.mjs";

const { DecisionTreeClassifier, setBackend } = installed("scikitjs");
setBackend(installed("@tensorflow/tfjs"));

await runJob({
  input: rowsOf,
  fit: ({ x, y }, { maxDepth }) => new DecisionTreeClassifier({ criterion: "gini", maxDepth }).fit(x, y),
  predict: (tree, { x }) => tree.predict(x),
  describe: () => ({ version: versionOf("scikitjs") }),
});
