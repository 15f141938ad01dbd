import {
  adaBoost,
  bagging,
  boosting,
  c45,
  cart,
  costComplexity,
  extraTrees,
  id3,
  type Learner,
  randomForest,
} from "../../src/index.ts";

/** What a target is made of: three classes, two of them, or numbers >= 0. */
export type TargetOf = "classes" | "pairs" | "numbers";

export interface LearnerCase {
  readonly name: string;
  readonly learner: Learner;
  readonly target: TargetOf;
  /** It takes categories without gaps only. */
  readonly namesOnly: boolean;
  /** Whose places its random choices go by; null where chance decides between columns that tie at most. */
  readonly draws: "rows" | "columns" | "both" | null;
}

const one = (name: string, learner: Learner, target: TargetOf, rest: Partial<LearnerCase> = {}): LearnerCase => ({
  name,
  learner,
  target,
  namesOnly: false,
  draws: null,
  ...rest,
});
const namesOnly = true;
const draws = "rows";

/** Every learner, in all forms that differ in more than a number. Small, so that tests can go through all of them. */
export const everyLearner: readonly LearnerCase[] = [
  one("cart", cart(), "classes"),
  one("cart by entropy", cart({ criterion: "entropy" }), "classes"),
  one("cart by errors", cart({ criterion: "misclassification" }), "classes"),
  one("cart with surrogates", cart({ missing: "surrogate" }), "classes"),
  one("cart of one against the rest", cart({ categorical: "oneVsRest" }), "classes"),
  one("cart of few leaves", cart({ maxLeaves: 4 }), "classes"),
  one("cart of numbers", cart(), "numbers"),
  one("cart of few leaves, of numbers", cart({ maxLeaves: 4 }), "numbers"),
  one("cart by absolute error", cart({ criterion: "absoluteError" }), "numbers"),
  one("cart by Poisson deviance", cart({ criterion: "poisson" }), "numbers"),
  one("cart, pruned", cart({ prune: costComplexity({ alpha: 0.01 }) }), "numbers"),
  one("cart by histograms", cart({ splitter: "histogram", maxBins: 8 }), "classes"),
  one("cart by histograms, of numbers", cart({ splitter: "histogram", minChildWeight: 2 }), "numbers"),
  one("id3", id3(), "classes", { namesOnly }),
  one("c45", c45(), "classes"),
  one("c45 with groups", c45({ grouping: true, prune: [] }), "classes"),
  one("bagging of cart", bagging(cart(), { trees: 5 }), "classes", { draws }),
  one("bagging of numbers", bagging(cart(), { trees: 5 }), "numbers", { draws }),
  one("bagging of c45", bagging(c45(), { trees: 5 }), "classes", { draws }),
  one("bagging of id3", bagging(id3(), { trees: 5 }), "classes", { namesOnly, draws }),
  one("bagging of half the rows", bagging(cart(), { trees: 5, bootstrap: false, rowSample: 0.5 }), "classes", {
    draws,
  }),
  one("bagging of all rows", bagging(cart(), { trees: 2, bootstrap: false }), "classes"),
  one("randomForest", randomForest({ trees: 5 }), "classes", { draws: "both" }),
  one("randomForest of votes", randomForest({ trees: 5, vote: "majority" }), "classes", { draws: "both" }),
  one("randomForest of numbers", randomForest({ trees: 5 }), "numbers", { draws: "both" }),
  one("randomForest by histograms", randomForest({ trees: 5, splitter: "histogram" }), "classes", { draws: "both" }),
  one("extraTrees", extraTrees({ trees: 5 }), "classes", { draws: "columns" }),
  one("extraTrees of numbers", extraTrees({ trees: 5 }), "numbers", { draws: "columns" }),
  one("adaBoost", adaBoost({ rounds: 5 }), "classes"),
  one("adaBoost by histograms", adaBoost(cart({ maxDepth: 2, splitter: "histogram" }), { rounds: 5 }), "classes"),
  one("adaBoost of c45", adaBoost(c45(), { rounds: 5 }), "classes"),
  one("adaBoost of id3", adaBoost(id3(), { rounds: 5 }), "classes", { namesOnly }),
  one("adaBoost, discrete", adaBoost({ rounds: 5, kind: "discrete" }), "pairs"),
  one("adaBoost, real", adaBoost({ rounds: 5, kind: "real" }), "pairs"),
  one("adaBoost of numbers", adaBoost({ rounds: 5 }), "numbers"),
  one("boosting", boosting({ rounds: 5, maxDepth: 4 }), "pairs"),
  one("boosting by histograms", boosting({ rounds: 5, maxLeaves: 6, splitter: "histogram", maxBins: 16 }), "pairs"),
  one(
    "boosting by some columns",
    boosting({ rounds: 5, columnSample: { tree: 0.8, level: 0.8, node: 0.8 } }),
    "pairs",
    {
      draws: "columns",
    },
  ),
  one("boosting of numbers", boosting({ rounds: 5, maxDepth: 4 }), "numbers"),
];

/** Rows for `it.each`, the name first. */
export const named = (cases: readonly LearnerCase[]): [string, LearnerCase][] => cases.map((each) => [each.name, each]);
