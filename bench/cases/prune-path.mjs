export const prunePath = {
  title: "Grow a tree and compute its whole cost-complexity path, 100,000 × 28, 1 thread",
  data: { rows: 100_000, testRows: 100_000, features: 28, task: "classification", seed: 1 },
  work: { model: "tree", threads: 1 },
  rounds: 15,
  limitSeconds: 600,
  rivals: [
    { name: "Cambium, without the path", peer: "cambium" },
    { name: "Cambium", peer: "cambium", work: { model: "tree with path" } },
    { name: "scikit-learn", peer: "scikit-learn", work: { model: "tree with path" }, note: "keeps no tree" },
  ],
  targets: [{ of: "Cambium", against: "Cambium, without the path", target: 1.1 }],
};
