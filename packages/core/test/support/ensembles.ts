import {
  adaBoost,
  bagging,
  c45,
  cart,
  extraTrees,
  id3,
  type Learner,
  type Model,
  randomForest,
} from "../../src/index.ts";

/** Rows with ties, gaps in two columns, and three classes that the columns all but tell. */
const walks = {
  sky: Array.from({ length: 60 }, (_, i) => (i % 17 === 5 ? null : ["grey", "blue", "red", "pink"][(i * 5) % 4])),
  wind: Array.from({ length: 60 }, (_, i) => (i % 13 === 4 ? null : (i * 7) % 11)),
  walk: Array.from({ length: 60 }, (_, i) => ["off", "on", "perhaps"][(((i * 5) % 4) + (((i * 7) % 11) >> 2)) % 3]),
  hours: Array.from({ length: 60 }, (_, i) => ((i * 7) % 11) * 2 + ((i * i) % 5)),
};

const { sky, wind, walk, hours } = walks;
const named = { sky: sky.map((value) => value ?? "unknown"), wind: wind.map(String), walk };
const forClasses = { table: { sky, wind, walk }, target: "walk" };
const forNumbers = { table: { sky, wind, hours }, target: "hours" };

/** Every kind of ensemble, with what it is to learn. */
export const ensembles: readonly (readonly [
  name: string,
  Learner<Model>,
  { readonly table: Record<string, readonly unknown[]>; readonly target: string },
])[] = [
  ["a forest by mean", randomForest({ trees: 4, maxDepth: 3 }), forClasses],
  ["a forest by majority", randomForest({ trees: 4, maxDepth: 3, vote: "majority" }), forClasses],
  ["a forest of numbers", randomForest({ trees: 4, maxDepth: 3 }), forNumbers],
  ["extra trees", extraTrees({ trees: 4, maxDepth: 3 }), forNumbers],
  ["a bagging of id3", bagging(id3(), { trees: 4 }), { table: named, target: "walk" }],
  ["a bagging of c45 by majority", bagging(c45(), { trees: 4, vote: "majority" }), forClasses],
  ["a bagging of medians", bagging(cart({ criterion: "absoluteError", maxDepth: 3 }), { trees: 4 }), forNumbers],
  ["a bagging by Poisson's deviance", bagging(cart({ criterion: "poisson", maxDepth: 3 }), { trees: 4 }), forNumbers],
  ["AdaBoost by SAMME", adaBoost(cart({ maxDepth: 2 }), { rounds: 4 }), forClasses],
  ["AdaBoost.R2", adaBoost({ rounds: 4 }), forNumbers],
];
