import { readWeights } from "../dataset/read-weights.ts";
import { usedFeatures } from "../ensemble/used-features.ts";
import { evaluateOptions } from "../evaluation/evaluate.ts";
import { actualInTurns, numbersInTurns, targetColumn } from "../evaluation/read-actual.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import { figureInTurns } from "../metric/metric.ts";
import { aMetric, metricFor } from "../metric/metric-for.ts";
import { dropsInTurns } from "../metric/permutation-drops.ts";
import { expectModel } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { numbersInTurns as predictedInTurns, probabilitiesInTurns } from "../model/predict-encoded.ts";
import { asyncOptions, runInTurns } from "../predict/async-options.ts";
import { tableInTurns } from "../predict/encode-table.ts";
import type { KnownTable } from "../table/known-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, integerFrom } from "../util/check-options.ts";
import { meanAndDeviation } from "../util/exact-sum.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { atOnce, type Turns } from "../util/turns.ts";

/** What `permutationImportanceAsync` takes. */
export type PermutationImportanceAsyncOptions = OptionsOf<typeof permutationImportanceAsyncOptions>;

export interface PermutationImportance {
  readonly feature: string;
  /** Mean of `drops`: how much worse the metric is without what the feature tells. */
  readonly mean: number;
  readonly standardDeviation: number;
  /** One for each repeat. */
  readonly drops: readonly number[];
}

const defaultMetric = { classification: "accuracy", regression: "r2" } as const;

export const permutationImportanceOptions = /* @__PURE__ */ droppable(() => ({
  /** The metric whose loss is measured. Default: "accuracy" for classes, "r2" for numbers. */
  metric: option(aMetric()),
  /** How often each column is shuffled. Default: 5. */
  repeats: option(integerFrom(1), 5),
  /** Another seed, other permutations. Default: 0. */
  seed: option(integerFrom(0, Number.MAX_SAFE_INTEGER), 0),
  /** A weight per row: a column's name, or numbers >= 0. Default: 1 each. */
  weight: evaluateOptions.weight,
}));

export interface PermutationImportanceOptions extends OptionsOf<typeof permutationImportanceOptions> {}

export const permutationImportanceAsyncOptions = /* @__PURE__ */ droppable(() => ({
  ...permutationImportanceOptions,
  ...asyncOptions,
}));

/**
 * How much worse a model predicts a table when the values of one feature are shuffled: the largest loss
 * first; a tie goes to the first feature. Nothing is trained. Features that tell the same hide each other. At once: the caller's thread does
 * nothing else meanwhile, some 10 s for a million rows; `permutationImportanceAsync` lets it.
 */
export function permutationImportance(
  model: Model,
  input: TableInput,
  options: PermutationImportanceOptions = {},
): PermutationImportance[] {
  checkOptions("permutationImportance", options, permutationImportanceOptions);
  return atOnce(importanceInTurns("permutationImportance", model, input, options));
}

/**
 * What `permutationImportance` says, computed in turns of some milliseconds between which the caller's thread does other work. Predictions use
 * several threads where that pays. The table must not change before the promise settles.
 */
export async function permutationImportanceAsync(
  model: Model,
  input: TableInput,
  options: PermutationImportanceAsyncOptions = {},
): Promise<PermutationImportance[]> {
  const caller = "permutationImportanceAsync";
  const turnsOf = () => importanceInTurns(caller, model, input, options);
  return runInTurns(caller, options, turnsOf, permutationImportanceAsyncOptions);
}

function* importanceInTurns(
  caller: string,
  model: Model,
  input: TableInput,
  options: PermutationImportanceOptions,
): Turns<PermutationImportance[]> {
  expectModel(caller, model);
  const table = toTable(input);
  const quality = yield* qualityOf(caller, model, table, options);
  const { repeats, seed } = withDefaults(permutationImportanceOptions, options);
  const encoded = yield* tableInTurns(model, table);
  const drops = yield* dropsInTurns(quality, encoded, repeats, seed, usedFeatures(model.ensemble));
  if (drops.flat().some(Number.isNaN)) {
    const { name } = metricFor(caller, model.task, options.metric ?? defaultMetric[model.task]);
    throw new CambiumError("bad-option", `${caller}: metric "${name}" has no value on this table; choose another`);
  }
  return model.features
    .map(({ name }, i) => ({ feature: name, ...meanAndDeviation(drops[i]), drops: drops[i] }))
    .sort((a, b) => b.mean - a.mean);
}

/** The metric as a function of encoded rows, turned so that more is better. */
function* qualityOf(
  caller: string,
  model: Model,
  table: KnownTable,
  options: PermutationImportanceOptions,
): Turns<(rows: EncodedRows) => Turns<number>> {
  const values = targetColumn(caller, model, table);
  const weights = readWeights(table, options.weight);
  if (model.task === "classification") {
    const metric = metricFor(caller, model.task, options.metric ?? defaultMetric.classification);
    const sign = metric.better === "higher" ? 1 : -1;
    const { codes } = yield* actualInTurns(model, values);
    return function* (rows) {
      const shares = yield* probabilitiesInTurns(model, rows);
      const outcome = new ClassOutcome(shares, codes, model.classes.length, weights, model.cost);
      return sign * (yield* figureInTurns(metric, outcome));
    };
  }
  const metric = metricFor(caller, model.task, options.metric ?? defaultMetric.regression);
  const sign = metric.better === "higher" ? 1 : -1;
  const actual = yield* numbersInTurns(model, values);
  return function* (rows) {
    const predicted = yield* predictedInTurns(model, rows);
    return sign * (yield* figureInTurns(metric, { predicted, actual, weights }));
  };
}
