export const javascriptTree20k = {
  title: "JavaScript's libraries: one tree of 8 levels, 20,000 × 20",
  data: { rows: 20_000, testRows: 10_000, features: 20, task: "classification", seed: 1 },
  work: { model: "tree", maxDepth: 8, threads: 1 },
  rounds: 3,
  limitSeconds: 120,
  rivals: [
    { peer: "cambium" },
    { peer: "scikitjs" },
    { peer: "random-forest", note: "a forest of one tree" },
    { peer: "ml-cart" },
    { peer: "scikit-learn", note: "not JavaScript; for scale" },
  ],
  targets: [],
};
