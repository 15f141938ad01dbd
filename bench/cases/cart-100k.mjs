export const cart100k = {
  isClaimed: true,
  title: "One fully grown CART for two classes, 100,000 × 28, 1 thread",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { model: "tree", threads: 1 },
  rounds: 7,
  limitSeconds: 600,
  rivals: [{ peer: "cambium" }, { peer: "scikit-learn" }, { peer: "rpart", note: "at most 30 levels" }],
  targets: [{ of: "Cambium", against: "scikit-learn", target: 0.3, moonshot: 0.15 }],
};
