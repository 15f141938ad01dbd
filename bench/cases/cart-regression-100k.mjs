export const cartRegression100k = {
  title: "One fully grown CART for numbers, 100,000 × 28, 1 thread",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "regression", seed: 1 },
  work: { model: "tree", threads: 1 },
  rounds: 5,
  limitSeconds: 600,
  rivals: [{ peer: "cambium" }, { peer: "scikit-learn" }],
  targets: [{ of: "Cambium", against: "scikit-learn", target: 0.3, moonshot: 0.15 }],
};
