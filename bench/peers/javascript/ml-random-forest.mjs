import { runJob } from "../run-job.mjs";
import { installed, rowsOf, versionOf } from "./installed.mjs";

const { RandomForestClassifier } = installed("ml-random-forest");

await runJob({
  input: rowsOf,
  fit({ x, y }, { trees, maxDepth, seed }) {
    // It draws the features of a tree once, and knows no other way: as many as it may, so that a tree can be good.
    const treeOptions = { maxDepth, minNumSamples: 1 };
    const forest = new RandomForestClassifier({ nEstimators: trees, maxFeatures: 0.8, seed, noOOB: true, treeOptions });
    forest.train(x, y);
    return forest;
  },
  predict: (forest, { x }) => forest.predictProbability(x, 1),
  describe: () => ({ version: versionOf("ml-random-forest") }),
});
