// What models tell of themselves, and the pruning of trees.
import {
  boosting,
  cart,
  costComplexity,
  decisionPath,
  evaluateOutOfBag,
  importance,
  type LeafRegion,
  leafIndices,
  maxDepth,
  maxLeaves,
  minRowsLeaf,
  type NodeTrace,
  outOfBagImportance,
  outOfBagPredictions,
  type PruningStrategy,
  permutationImportance,
  predictStages,
  randomForest,
  refreshLeaves,
  regions,
  treeRules,
} from "cambium";
import { treePlot, treeText } from "cambium/viz";

const table = {
  x: Array.from({ length: 40 }, (_, i) => (i * 3) % 11),
  c: Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? "p" : "q")),
  y: Array.from({ length: 40 }, (_, i) => ((i * 3) % 11) + (i % 3 === 0 ? 4 : 0)),
};
const prune: PruningStrategy[] = [
  maxDepth(4),
  maxLeaves(Number.POSITIVE_INFINITY),
  minRowsLeaf(2),
  costComplexity({ alpha: 0.01 }),
];
const traces: NodeTrace[] = [];
const tree = await cart({ prune }).fit(table, {
  target: "y",
  task: "regression",
  onNode: (trace) => traces.push(trace),
});
export const path: readonly { readonly alpha: number }[] = tree.pruningPath;
export const leaves: readonly LeafRegion[] = regions(tree);
export const rules: string[] = treeRules(tree).map((rule) => JSON.stringify(rule));
export const steps: number = decisionPath(tree, table, 0).length;
export const places: ArrayLike<number> = leafIndices(tree, table);
export const text: string = treeText(tree, { depth: Number.POSITIVE_INFINITY });
export const plot: object = treePlot(tree, { data: table, row: undefined, depth: 2 });

const forest = await randomForest({ trees: 6, criterion: "squaredError" }).fit(table, { target: "y" });
export const rmse: number = evaluateOutOfBag(forest).rmse;
export const held = outOfBagPredictions(forest);
export const drops: readonly object[] = [
  ...outOfBagImportance(forest),
  ...permutationImportance(forest, table, { repeats: 2 }),
];
export const gains: string[] = importance(forest).map(({ feature }) => feature);

const boosted = await boosting({ rounds: 4 }).fit(table, { target: "y", task: "regression" });
export const more = await boosting({ rounds: 2 }).fit(table, {
  target: "y",
  task: "regression",
  continueFrom: boosted,
});
export const fresh: typeof boosted = await refreshLeaves(boosted, table, { decay: 0.5, loss: undefined });
for (const stage of predictStages(boosted, table)) console.assert(stage !== null);
