export const cart1m = {
  title: "One fully grown CART for two classes, 1,000,000 × 28, 1 thread",
  data: { rows: 1_000_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { model: "tree", threads: 1 },
  rounds: 3,
  limitSeconds: 900,
  rivals: [{ peer: "cambium" }, { peer: "scikit-learn" }],
  targets: [{ of: "Cambium", against: "scikit-learn", target: 0.3, moonshot: 0.15 }],
};
