import { runJob } from "../run-job.mjs";
import { installed, rowsOf, versionOf } from "./installed.mjs";

const { DecisionTreeClassifier } = installed("ml-cart");

await runJob({
  input: rowsOf,
  fit({ x, y }, { maxDepth }) {
    const tree = new DecisionTreeClassifier({ gainFunction: "gini", maxDepth, minNumSamples: 1 });
    tree.train(x, y);
    return tree;
  },
  predict: (tree, { x }) => tree.predict(x),
  describe: () => ({ version: versionOf("ml-cart") }),
});
