import type { ClassLabel, Target } from "../../dataset/target.ts";
import { weightOfClasses } from "../../dataset/weight-of-classes.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { check, describe } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { exactSum } from "../../util/exact-sum.ts";
import { type OptionsOf, option } from "../../util/option.ts";
import { type ByClass, isByClass, readByClass, readNumber } from "./by-class.ts";
import { checkFactors, classFactors, classWeightsOption, rowsOfClasses, weighed } from "./class-weights.ts";

/** What the classes of a target are worth. */
export const classOptions = /* @__PURE__ */ droppable(() => ({
  /** What the weight of each row is multiplied by, class by class. "balanced" gives all classes the same weight in the whole table, also in folds and bags. Default: 1 each. */
  classWeights: classWeightsOption,
  /** The shares of the classes where the model is to be used, with the sum 1. Folds and bags weigh as the whole table does. Default: those of the table. */
  priors: option(check<ByClass<number>>("shares by class, as { yes: 0.1, no: 0.9 } or a Map", isByClass)),
  /** What it costs to take a row of the first class for one of the second; 0 for the right class. Default: 1 for each error. */
  cost: option(
    check<ByClass<ByClass<number>>>(
      "numbers >= 0 by class and class, as { ill: { well: 5 } } or a Map of Maps",
      isByClass,
    ),
  ),
}));

export interface ClassOptions extends OptionsOf<typeof classOptions> {}

/** What the options come to on a target. */
export interface ClassPlan {
  /** The target as trees are to be grown on it. */
  weigh<T extends Target>(target: T): T;
  /** The same without what errors cost: the target that decisions are to be judged on. */
  weighPlainly<T extends Target>(target: T): T;
  /** The shares of a leaf that was grown so, as the shares of the classes before any cost. */
  unweigh(shares: Float64Array): Float64Array;
  readonly cost: CostMatrix | null;
  /** The same for a unit of the weights that trees are grown on, of which dear classes have more. */
  readonly costOfWeight: CostMatrix | null;
}

const asItIs: ClassPlan = {
  weigh: (target) => target,
  weighPlainly: (target) => target,
  unweigh: (shares) => shares,
  cost: null,
  costOfWeight: null,
};

/**
 * Priors: rows of class j weigh π_j·N/N_j, with N and N_j the weights of all rows and of the class (Breiman et al. 1984,
 * section 4.4). Costs: they weigh C_j times as much, C_j the sum of what class j can be mistaken for (the altered priors of
 * their section 4.4.3, as rpart has them), over the mean of the C_j, so that the total weight stays. For two classes this is exact;
 * for more it is a stand-in while the tree grows and where pruning looks at the training rows. Decisions, and errors on rows
 * that are held out, take the whole matrix.
 *
 * N and N_j are those of the whole table, also for bags and folds: a row weighs the same in all of them.
 */
export function classPlan(learner: string, { classWeights, priors, cost }: ClassOptions, target: Target): ClassPlan {
  if (classWeights === undefined && priors === undefined && cost === undefined) return asItIs;
  if (target.task === "regression") {
    const message = `${learner}: classWeights, priors and cost are for classes, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or weight`;
    throw new CambiumError("bad-option", message);
  }
  if (classWeights !== undefined && priors !== undefined) {
    const message = `${learner}: classWeights and priors both say what a class weighs; give one of them`;
    throw new CambiumError("bad-option", message);
  }
  const { classes } = target;
  const weights = weightOfClasses(target);
  const total = exactSum(weights.length, (k) => weights[k]);
  let factors = weights.map(() => 1);
  if (classWeights !== undefined) factors = classFactors(learner, classWeights, target);
  if (priors !== undefined) {
    const shares = readPriors(learner, classes, priors);
    const counts = rowsOfClasses(target);
    factors = weights.map((weight, k) => (counts[k] === 0 ? 1 : (shares[k] * total) / weight));
  }
  checkFactors(learner, factors);
  const matrix = cost === undefined ? null : readCost(learner, classes, cost);
  const costs = alteredBy(
    matrix,
    classes,
    weights.map((weight, k) => weight * factors[k]),
  );
  const all = factors.map((factor, k) => factor * costs[k]);
  return {
    weigh: (given) => weighed(given, all),
    weighPlainly: (given) => weighed(given, factors),
    unweigh: (shares) => unweighed(shares, costs),
    cost: matrix,
    costOfWeight: matrix?.map((row, k) => (costs[k] > 0 ? row.map((each) => each / costs[k]) : row)) ?? null,
  };
}

function readPriors(learner: string, classes: readonly ClassLabel[], given: ByClass<number>): number[] {
  const read = readByClass(`${learner}: priors`, classes, given);
  const shares = classes.map((label, k) => readNumber(`${learner}: priors`, label, read[k]));
  const sum = exactSum(shares.length, (k) => shares[k]);
  if (Math.abs(sum - 1) < 1e-6) return shares;
  throw new CambiumError("bad-option", `${learner}: priors expects shares with the sum 1, got ${sum}`);
}

function readCost(learner: string, classes: readonly ClassLabel[], given: ByClass<ByClass<number>>): CostMatrix {
  const rows = readByClass(`${learner}: cost`, classes, given);
  return classes.map((actual, i) => {
    const row = rows[i] ?? {};
    if (!isByClass(row)) {
      const message = `${learner}: cost of ${describe(actual)} expects numbers by class, got ${describe(row)}`;
      throw new CambiumError("bad-option", message);
    }
    const read = readByClass(`${learner}: cost`, classes, row);
    const costs = classes.map((_, j) => readNumber(`${learner}: cost`, actual, read[j] ?? (i === j ? 0 : 1)));
    if (costs[i] === 0 && (classes.length === 1 || costs.some((cost) => cost > 0))) return costs;
    const problem = costs[i] === 0 ? "is 0 for every error" : `is ${costs[i]} where the class is right`;
    throw new CambiumError(
      "bad-option",
      `${learner}: cost of ${describe(actual)} ${problem}; expected 0 for the right class, and more than 0 for an error`,
    );
  });
}

/** C_j over the mean of all C_j, each as often as its class weighs. */
function alteredBy(matrix: CostMatrix | null, classes: readonly ClassLabel[], weights: readonly number[]): number[] {
  if (matrix === null || classes.length === 1) return classes.map(() => 1);
  const sums = matrix.map((row) => exactSum(row.length, (j) => row[j]));
  const scale = exactSum(sums.length, (k) => sums[k] * weights[k]) / exactSum(weights.length, (k) => weights[k]);
  return sums.map((sum) => sum / scale);
}

function unweighed(shares: Float64Array, costs: readonly number[]): Float64Array {
  if (costs.every((cost) => cost === 1)) return shares;
  const out = shares.slice();
  for (let at = 0; at < out.length; at += costs.length) {
    let sum = 0;
    for (let k = 0; k < costs.length; k++) {
      out[at + k] /= costs[k];
      sum += out[at + k];
    }
    for (let k = 0; k < costs.length; k++) out[at + k] /= sum;
  }
  return out;
}
