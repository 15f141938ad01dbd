const work = { model: "boosting", trees: 50, maxDepth: 6, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 };
const atMost = (of, target) => ({ of, against: "Cambium", target });

/** The same loss, as each library has it and as its users write one of their own. */
export const boostingOwnLoss200k = {
  title: "Boosting on bins by a loss of one's own: 50 trees of 6 levels for two classes, 200,000 × 28, 2 threads",
  data: { rows: 200_000, testRows: 50_000, features: 28, task: "classification", seed: 1 },
  work,
  rounds: 3,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium" },
    { name: "Cambium, a formula", peer: "cambium", work: { loss: "expression" } },
    { name: "Cambium, TypeScript", peer: "cambium", work: { loss: "byHand" } },
    { peer: "xgboost" },
    { name: "xgboost, Python", peer: "xgboost", work: { loss: "byHand" } },
    { peer: "catboost" },
    { name: "catboost, Python", peer: "catboost", work: { loss: "byHand" } },
  ],
  targets: [atMost("Cambium, a formula", 1.3), atMost("Cambium, TypeScript", 2)],
};
