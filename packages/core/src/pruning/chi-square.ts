import { exp, log } from "@cambium/kernels";
import { checkOptions, shareAboveZero } from "../util/check-options.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import type { PrePruning } from "./pruning-strategy.ts";

/**
 * A split stays only where its branches tell something of the class: Pearson's test of independence, on the table of
 * branches by classes, must be significant at the level. Weights count as numbers of rows. It has no correction for having
 * chosen the best of many splits, as the textbook's has none.
 */
export function chiSquare(options: ChiSquareOptions = {}): PrePruning {
  checkOptions("chiSquare", options, chiSquareOptions);
  const { level } = withDefaults(chiSquareOptions, options);
  return {
    stage: "before-split",
    name: "chiSquare",
    task: "classification",
    allows(node, split) {
      if (split === null) return true;
      const { statistic, freedom } = chiSquareOf(node.stats, split.childStats);
      return chiSquareTail(statistic, freedom) <= level;
    },
  };
}

export const chiSquareOptions = /* @__PURE__ */ droppable(() => ({
  /** The chance, were branch and class independent, of a table as uneven as that of the split. Default: 0.05. */
  level: option(shareAboveZero, 0.05),
}));

export interface ChiSquareOptions extends OptionsOf<typeof chiSquareOptions> {}

/** Σ (found - expected)² / expected over branches and classes; rows and columns without weight do not count. */
function chiSquareOf(parent: Float64Array, children: Float64Array): { statistic: number; freedom: number } {
  const width = parent.length;
  const total = parent[width - 1];
  let statistic = 0;
  let branches = 0;
  for (let at = 0; at < children.length; at += width) {
    const inChild = children[at + width - 1];
    if (!(inChild > 0)) continue;
    branches++;
    for (let k = 0; k < width - 1; k++) {
      if (!(parent[k] > 0)) continue;
      const expected = (parent[k] * inChild) / total;
      const off = children[at + k] - expected;
      statistic += (off * off) / expected;
    }
  }
  const classes = parent.subarray(0, width - 1).filter((weight) => weight > 0).length;
  return { statistic, freedom: Math.max(0, branches - 1) * Math.max(0, classes - 1) };
}

const LOG_SQRT_PI = 0.5723649429247001;
/** From here on the continued fraction needs no more than `STEPS` steps for the last bits; below, the series is short. */
const SERIES_LIMIT = 3;
const STEPS = 60;

/**
 * The probability that a chi-square variable of so many degrees of freedom is at least `statistic`: Q(freedom/2,
 * statistic/2) of the incomplete gamma function. It is summed up from Q(1, x) = e^-x or Q(1/2, x) by
 * Q(a+1, x) = Q(a, x) + x^a·e^-x / Γ(a+1), whose terms are all positive.
 */
export function chiSquareTail(statistic: number, freedom: number): number {
  if (freedom === 0 || statistic <= 0) return 1;
  const x = statistic / 2;
  let a = freedom % 2 === 0 ? 1 : 0.5;
  let sum = freedom % 2 === 0 ? exp(-x) : halfTail(x);
  // ln of x^a·e^-x / Γ(a+1).
  let term = a === 1 ? log(x) - x : Math.LN2 - LOG_SQRT_PI + log(x) / 2 - x;
  for (; a < freedom / 2; a++) {
    sum += exp(term);
    term += log(x / (a + 1));
  }
  return Math.min(1, sum);
}

/** Q(1/2, x), which is the complementary error function of √x. */
function halfTail(x: number): number {
  const scale = exp(log(x) / 2 - x - LOG_SQRT_PI);
  if (x < SERIES_LIMIT) {
    let sum = 0;
    let term = 2;
    for (let n = 1; sum + term !== sum; n++) {
      sum += term;
      term *= x / (n + 0.5);
    }
    return 1 - scale * sum;
  }
  let fraction = 0;
  for (let n = STEPS; n > 0; n--) fraction = (n * (n - 0.5)) / (x + 2 * n + 0.5 - fraction);
  return scale / (x + 0.5 - fraction);
}
