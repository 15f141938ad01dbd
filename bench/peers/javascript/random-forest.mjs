import { runJob } from "../run-job.mjs";
import { installed, rowsOf, versionOf } from "./installed.mjs";

const { RandomForestClassifier } = installed("random-forest");

await runJob({
  input: rowsOf,
  fit({ x, y }, { model, trees, maxDepth, seed }) {
    // It has forests only, whose trees get samples of the rows: one such tree is somewhat less work than a tree.
    const size =
      model === "forest" ? { nEstimators: trees, maxFeatures: "auto" } : { nEstimators: 1, maxFeatures: x[0].length };
    // It crashes where a leaf may hold a single row.
    const forest = new RandomForestClassifier({ ...size, maxDepth, minSamplesLeaf: 2, seed, type: "classification" });
    forest.train(x, y);
    return forest;
  },
  predict: (forest, { x }) => x.map((row) => forest.predictProba(row)[1]),
  describe: () => ({ version: versionOf("random-forest") }),
});
