export const javascriptForest20k = {
  title: "JavaScript's libraries: 50 trees of 12 levels, 20,000 × 20, 1 thread",
  data: { rows: 20_000, testRows: 10_000, features: 20, task: "classification", seed: 1 },
  work: { model: "forest", trees: 50, maxDepth: 12, threads: 1 },
  rounds: 3,
  limitSeconds: 120,
  rivals: [
    { peer: "cambium" },
    { peer: "random-forest" },
    { peer: "ml-random-forest" },
    { peer: "scikit-learn", note: "not JavaScript; for scale" },
  ],
  targets: [],
};
