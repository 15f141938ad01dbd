export const forest100k = {
  isClaimed: true,
  title: "A random forest of 100 full trees, √28 features a node, 100,000 × 28, 2 threads",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { model: "forest", trees: 100, threads: 2 },
  rounds: 3,
  limitSeconds: 900,
  rivals: [{ peer: "cambium" }, { peer: "scikit-learn" }, { peer: "ranger" }],
  targets: [
    { of: "Cambium", against: "scikit-learn", target: 0.5, moonshot: 0.25 },
    { of: "Cambium", against: "ranger", target: 0.5, moonshot: 0.25 },
  ],
};
