import { readWeights } from "../dataset/read-weights.ts";
import { usedFeatures } from "../ensemble/used-features.ts";
import { evaluateOptions } from "../evaluation/evaluate.ts";
import { readActualClasses, readNumbers, targetColumn } from "../evaluation/read-actual.ts";
import { ClassOutcome } from "../metric/class-outcome.ts";
import { meanAndDeviation } from "../metric/mean-and-deviation.ts";
import { aMetric, type MetricChoice, metricFor } from "../metric/metric-for.ts";
import { permutationDrops } from "../metric/permutation-drops.ts";
import { expectModel } from "../model/expect-model.ts";
import type { Model } from "../model/model.ts";
import { numbersOf, probabilitiesOfRows } from "../model/predict-encoded.ts";
import { encodeTable } from "../predict/encode-table.ts";
import type { KnownTable } from "../table/known-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";

export interface PermutationImportanceOptions {
  /** What is to be lost; "accuracy" for classes and "r2" for numbers unless told. */
  readonly metric?: MetricChoice | undefined;
  /** How often each column is dealt anew; 5 unless told. */
  readonly repeats?: number | undefined;
  readonly seed?: number | undefined;
  /** A weight per row: a column's name, or numbers >= 0; 1 each unless told. */
  readonly weight?: string | ArrayLike<number> | undefined;
}

export interface PermutationImportance {
  readonly feature: string;
  /** Mean of `drops`: how much worse the metric is without what the feature tells. */
  readonly mean: number;
  readonly standardDeviation: number;
  /** One for each repeat. */
  readonly drops: readonly number[];
}

const defaultMetric = { classification: "accuracy", regression: "r2" } as const;

export const permutationImportanceOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  metric: {
    ...aMetric,
    default: '"accuracy" or "r2"',
    about: "what is to be lost: a name that `evaluate` knows, or a metric",
  },
  repeats: { ...integerFrom(1), default: "5", about: "how often each column is dealt anew" },
  seed: { ...integerFrom(0, Number.MAX_SAFE_INTEGER), default: "0", about: "another seed, other permutations" },
  weight: evaluateOptions.weight,
}));

/**
 * How much worse a model predicts a table when the values of one feature are dealt anew among its rows: the largest loss
 * first, of equals the first feature. Nothing is trained. Features that tell the same hide each other.
 */
export function permutationImportance(
  model: Model,
  input: TableInput,
  options: PermutationImportanceOptions = {},
): PermutationImportance[] {
  expectModel("permutationImportance", model);
  checkOptions("permutationImportance", options, permutationImportanceOptions);
  const table = toTable(input);
  const quality = qualityOf(model, table, options);
  const { repeats = 5, seed = 0 } = options;
  const drops = permutationDrops(quality, encodeTable(model, table), repeats, seed, usedFeatures(model.ensemble));
  if (drops.flat().some(Number.isNaN)) {
    const { name } = metricFor("permutationImportance", model.task, options.metric ?? defaultMetric[model.task]);
    const message = `permutationImportance: metric "${name}" has no value on this table; choose another`;
    throw new CambiumError("bad-option", message);
  }
  return model.features
    .map(({ name }, i) => ({ feature: name, ...meanAndDeviation(drops[i]), drops: drops[i] }))
    .sort((a, b) => b.mean - a.mean);
}

/** The metric as a function of encoded rows, turned so that more is better. */
function qualityOf(
  model: Model,
  table: KnownTable,
  options: PermutationImportanceOptions,
): (rows: EncodedRows) => number {
  const values = targetColumn("permutationImportance", model, table);
  const weights = readWeights(table, options.weight);
  if (model.task === "classification") {
    const metric = metricFor("permutationImportance", model.task, options.metric ?? defaultMetric.classification);
    const actual = readActualClasses(model, values).codes;
    const count = model.classes.length;
    const of = (rows: EncodedRows) =>
      metric.of(new ClassOutcome(probabilitiesOfRows(model, rows), actual, count, weights, model.cost));
    return metric.better === "higher" ? of : (rows) => -of(rows);
  }
  const metric = metricFor("permutationImportance", model.task, options.metric ?? defaultMetric.regression);
  const actual = readNumbers(model, values);
  const of = (rows: EncodedRows) => metric.of({ predicted: numbersOf(model, rows), actual, weights });
  return metric.better === "higher" ? of : (rows) => -of(rows);
}
