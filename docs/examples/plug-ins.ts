import { boosting, cart, evaluate, trainTestSplit } from "cambium";
import { readCsv } from "cambium/io";
import { negativeBinomial } from "./cambium-loss-negative-binomial/index.ts";
import { gainPlot } from "./gain-plot.ts";
import { minHeldOutRows } from "./min-held-out-rows.ts";
import { minSideShare } from "./min-side-share.ts";
import { nats } from "./nats.ts";

// A loss, in boosting.
const visits = { hour: [8, 9, 10, 11, 12, 13, 14, 15], visitors: [0, 1, 2, 4, 9, 7, 3, 2] };
const counts = await boosting({ loss: negativeBinomial({ dispersion: 0.1 }), rounds: 200, maxDepth: 2 }).fit(visits, {
  target: "visitors",
});
console.log(counts.predict(visits).map((count) => Math.round(count)));

// A criterion and two pruning strategies, in a tree.
const table = await readCsv("fixtures/datasets/penguins.csv");
const { train, validation, test } = trainTestSplit(table, {
  test: 0.25,
  validation: 0.25,
  seed: 1,
  stratify: "species",
});
const tree = await cart({ criterion: nats(), prune: [minSideShare(0.05), minHeldOutRows(3)] }).fit(train, {
  target: "species",
  validation,
});
console.log(evaluate(tree, test));

// A plot, of any model.
console.log(gainPlot(tree).data.values);
