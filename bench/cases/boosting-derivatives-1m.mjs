const sizes = { made: "sizes-like", task: "regression" };
const withLoss = (loss, note, name = `Cambium, ${loss}`) => ({
  ...{ name, note, peer: "cambium", data: sizes },
  work: { loss },
});
const atMost = (of, target) => ({ of, measure: "derivatives", target });

/** What a round spends on the derivatives of its loss, from the passes over rows of a real fit. */
export const boostingDerivatives1m = {
  title: "Derivatives as a share of the rounds: 50 trees of 8 levels, 1,000,000 × 28, 2 threads",
  data: { rows: 1_000_000, testRows: 10_000, features: 28, task: "classification", seed: 1 },
  work: {
    ...{ model: "boosting", trees: 50, maxDepth: 8, l2: 1, minChildWeight: 1, threads: 2, columnBits: 32 },
    measure: "derivatives",
  },
  rounds: 3,
  limitSeconds: 300,
  rivals: [
    { peer: "cambium", note: "logistic: one exp" },
    withLoss("gamma", "one exp"),
    withLoss("poisson", "one exp"),
    withLoss("tweedie", "two exp"),
    withLoss("power", "a formula with one power that is no whole number", "Cambium, power"),
  ],
  targets: [
    atMost("Cambium", 0.08),
    atMost("Cambium, gamma", 0.08),
    atMost("Cambium, poisson", 0.08),
    atMost("Cambium, tweedie", 0.15),
    atMost("Cambium, power", 0.15),
  ],
};
