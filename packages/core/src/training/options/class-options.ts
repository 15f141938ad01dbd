import type { ClassificationTarget, ClassLabel, Target } from "../../dataset/target.ts";
import { weightOfClasses } from "../../dataset/weight-of-classes.ts";
import type { CostMatrix } from "../../tree/predicted-class.ts";
import { check, describe } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { exactSum } from "../../util/exact-sum.ts";
import { listNames } from "../../util/nearest-name.ts";
import { droppable, type OptionsOf, option } from "../../util/option.ts";
import { isMap, pairsOf } from "../../util/other-realms.ts";

/**
 * Something for each class: an object by the text of the labels, or a Map by the labels themselves, where 1 and "1" are
 * two classes.
 */
export type ByClass<T> = { readonly [label: string]: T } | ReadonlyMap<ClassLabel, T>;

/** What each row's weight is multiplied by; "balanced" gives all classes the same weight in the whole table. Classes left out have 1. */
export type ClassWeights = "balanced" | ByClass<number>;

const someWeights = /* @__PURE__ */ check<ClassWeights>(
  '"balanced", or numbers >= 0 by class, as { yes: 5 } or a Map',
  (value) => value === "balanced" || isByClass(value),
);

const someCosts = /* @__PURE__ */ check<ByClass<ByClass<number>>>(
  "numbers >= 0 by class and class, as { ill: { well: 5 } } or a Map of Maps",
  isByClass,
);

/** What the classes of a target are worth. */
export const classOptions = /* @__PURE__ */ droppable(() => ({
  /** What the weight of each row is multiplied by, class by class. "balanced" gives all classes the same weight in the whole table, also in folds and bags. Default: 1 each. */
  classWeights: option(someWeights),
  /** The shares of the classes where the model is to be used, with the sum 1. Folds and bags weigh as the whole table does. Default: those of the table. */
  priors: option(check<ByClass<number>>("shares by class, as { yes: 0.1, no: 0.9 } or a Map", isByClass)),
  /** What it costs to take a row of the first class for one of the second; 0 for the right class. Default: 1 for each error. */
  cost: option(someCosts),
}));

export interface ClassOptions extends OptionsOf<typeof classOptions> {}

/**
 * What the options come to on a target.
 *
 * Priors: rows of class j weigh π_j·N/N_j, with N and N_j the weights of all rows and of the class (Breiman et al. 1984,
 * section 4.4). Costs: they weigh C_j times as much, C_j the sum of what class j can be mistaken for (the altered priors of
 * their section 4.4.3, as rpart has them), over the mean of the C_j, so that the total weight stays. For two classes this is exact;
 * for more it is a stand-in while the tree grows and where pruning looks at the training rows. Decisions, and errors on rows
 * that are held out, take the whole matrix.
 *
 * N and N_j are those of the whole table, also for bags and folds: a row weighs the same in all of them.
 */
export function classPlan(learner: string, { classWeights, priors, cost }: ClassOptions, target: Target) {
  if (classWeights === undefined && priors === undefined && cost === undefined) {
    const asItIs = <T>(given: T): T => given;
    return { weigh: asItIs, weighPlainly: asItIs, unweigh: asItIs, cost: null, costOfWeight: null };
  }
  const notForNumbers = `${learner}: classWeights, priors and cost are for classes, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or weight`;
  demand(target.task !== "regression", notForNumbers);
  const both = `${learner}: classWeights and priors both say what a class weighs; give one of them`;
  demand(classWeights === undefined || priors === undefined, both);
  const { classes } = target;
  let factors = classes.map(() => 1);
  if (classWeights !== undefined) factors = classFactors(learner, classWeights, target);
  if (priors !== undefined) factors = factorsFor(learner, readPriors(learner, classes, priors), target);
  const matrix = cost === undefined ? null : readCost(learner, classes, cost);
  const costs = alteredBy(matrix, factors, target);
  const all = factors.map((factor, k) => factor * costs[k]);
  return {
    /** The target as trees are to be grown on it. */
    weigh: <T extends Target>(given: T) => weighed(given, all),
    /** The same without what errors cost: the target that decisions are to be judged on. */
    weighPlainly: <T extends Target>(given: T) => weighed(given, factors),
    /** The shares of a leaf that was grown so, as the shares of the classes before any cost. */
    unweigh: (shares: Float64Array) => unweighed(shares, costs),
    cost: matrix,
    /** The same for a unit of the weights that trees are grown on. Classes with a high cost have larger weights there. */
    costOfWeight: matrix?.map((row, k) => (costs[k] > 0 ? row.map((each) => each / costs[k]) : row)) ?? null,
  };
}

/** What rows of each class are multiplied by; `owner` is the learner, for errors. */
export function classFactors(owner: string, given: ClassWeights, target: ClassificationTarget): number[] {
  if (given === "balanced") return factorsFor(owner, null, target);
  const weights = numbersByClass(`${owner}: classWeights`, target.classes, given, () => 1);
  const message = `${owner}: classWeights are 0 for every class; expected at least one above 0`;
  demand(
    weights.some((weight) => weight > 0),
    message,
  );
  return weights;
}

/** The factors that give each class its share of the weight of all rows; null: the same share to each that has rows. */
function factorsFor(owner: string, shares: readonly number[] | null, target: ClassificationTarget): number[] {
  const weights = weightOfClasses(target);
  const total = exactSum(weights.length, (k) => weights[k]);
  const hasRows = new Uint8Array(weights.length);
  for (const code of target.codes) hasRows[code] = 1;
  const present = hasRows.filter((found) => found === 1).length;
  const factors = weights.map((weight, k) => {
    // A class without rows has nothing to be weighed.
    if (hasRows[k] === 0) return 1;
    return shares === null ? total / (present * weight) : (shares[k] * total) / weight;
  });
  const areGood = factors.every((factor) => factor >= 0 && factor <= 2 ** 60);
  demand(areGood, `${owner}: a class without any weight can not be given some; leave its rows out`);
  return factors;
}

/** A class that the factors do not know has its own weight. */
export function weighed<T extends Target>(target: T, factors: readonly number[]): T {
  if (target.task === "regression") return target;
  const { codes, weights } = target;
  return { ...target, weights: Float64Array.from(codes, (code, row) => (weights?.[row] ?? 1) * (factors[code] ?? 1)) };
}

function readPriors(learner: string, classes: readonly ClassLabel[], given: ByClass<number>): number[] {
  const shares = numbersByClass(`${learner}: priors`, classes, given, () => undefined);
  const sum = exactSum(shares.length, (k) => shares[k]);
  demand(Math.abs(sum - 1) < 1e-6, `${learner}: priors expects shares with the sum 1, got ${sum}`);
  return shares;
}

function readCost(learner: string, classes: readonly ClassLabel[], given: ByClass<ByClass<number>>): CostMatrix {
  const rows = readByClass(`${learner}: cost`, classes, given);
  return classes.map((actual, i) => {
    const row = rows[i] ?? {};
    const owner = `${learner}: cost of ${describe(actual)}`;
    demand(isByClass(row), `${owner} expects numbers by class, got ${describe(row)}`);
    const costs = numbersByClass(`${learner}: cost`, classes, row, (j) => (i === j ? 0 : 1), actual);
    const expected = "expected 0 for the right class, and more than 0 for an error";
    demand(costs[i] === 0, `${owner} is ${costs[i]} where the class is right; ${expected}`);
    demand(classes.length === 1 || costs.some((cost) => cost > 0), `${owner} is 0 for every error; ${expected}`);
    return costs;
  });
}

/** C_j over the mean of all C_j, each as often as its class weighs. */
function alteredBy(matrix: CostMatrix | null, factors: readonly number[], target: ClassificationTarget): number[] {
  if (matrix === null || factors.length === 1) return factors.map(() => 1);
  const weights = weightOfClasses(target).map((weight, k) => weight * factors[k]);
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

function isByClass(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What was given for each class, by an option that errors name; undefined for those that were left out. Keys are only compared, never looked up. */
function readByClass(option: string, classes: readonly ClassLabel[], given: unknown): unknown[] {
  const texts = classes.map(String);
  const labels: readonly unknown[] = isMap(given) ? classes : texts;
  const found = new Array<unknown>(classes.length).fill(undefined);
  for (const [key, value] of isMap(given) ? pairsOf(given) : Object.entries(given as object)) {
    const place = labels.indexOf(key);
    const which = `${option}: ${describe(key)}`;
    demand(place >= 0, `${which} is no class of the target; there are ${listNames(texts)}`);
    demand(place === labels.lastIndexOf(key), `${which} means two classes; pass a Map by the labels themselves`);
    found[place] = value;
  }
  return found;
}

/** The same of numbers, with those of classes that were left out. `owner` is the class that errors name. Default: that of the number. */
function numbersByClass(
  option: string,
  classes: readonly ClassLabel[],
  given: unknown,
  otherwise: (place: number) => number | undefined,
  owner?: ClassLabel,
): number[] {
  return readByClass(option, classes, given).map((read, place) => {
    const value = read ?? otherwise(place);
    const isGood = typeof value === "number" && (value === 0 || (value >= 2 ** -60 && value <= 2 ** 30));
    const name = describe(owner ?? classes[place]);
    demand(isGood, `${option} of ${name} expects 0, or a number from 2^-60 to 2^30, got ${describe(value)}`);
    return value;
  });
}
