/** What the cases of boosting on bins have in common, so that they can be read beside each other. */

const work = { model: "boosting", trees: 100, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 };
const turns = { rounds: 3, limitSeconds: 300 };
const fasterThan = (against) => ({ of: "Cambium", against, target: 0.7, moonshot: 0.5 });

/** A page stays alive while it trains. */
export const keepsNobodyWaiting = { of: "Cambium", measure: "p99", target: 20 };

/** 8 levels. LightGBM has no growth level by level. */
export const byDepth = {
  ...turns,
  work: { ...work, maxDepth: 8 },
  rivals: [{ peer: "cambium" }, { peer: "xgboost", note: "hist, depthwise" }],
  targets: [fasterThan("xgboost"), keepsNobodyWaiting],
};

/** 255 leaves, the best first. */
export const byLeaves = {
  ...turns,
  work: { ...work, maxLeaves: 255 },
  rivals: [
    { peer: "cambium" },
    { peer: "xgboost", note: "hist, lossguide" },
    { peer: "lightgbm" },
    { name: "lightgbm, quantised", peer: "lightgbm", work: { quantized: true } },
  ],
  targets: [fasterThan("xgboost"), fasterThan("lightgbm"), keepsNobodyWaiting],
};

/** Not where numbers are predicted: its gradients of few levels cost it more RMSE than a rival may lose. */
export const fasterThanQuantised = fasterThan("lightgbm, quantised");

export const noMoreMemory = { of: "Cambium", against: "xgboost", measure: "memory", target: 1.2, moonshot: 1 };
