import type { ClassLabel } from "../dataset/target.ts";
import { numbersInTurns, readClasses, targetColumn } from "../evaluation/read-actual.ts";
import { expectTask } from "../model/expect-model.ts";
import type { ClassPredictor, NumberPredictor } from "../model/predictor.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aNumber, checkOptions, describe, oneOf } from "../util/check-options.ts";
import { countOf } from "../util/nearest-name.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { atOnce } from "../util/turns.ts";

/** The share of rows that is to be covered. */
const aCoverage = /* @__PURE__ */ aNumber("a number above 0 and below 1", (value) => value > 0 && value < 1);

/** Two models of one target, such as of a low and of a high quantile. */
export interface QuantileModels {
  readonly lower: NumberPredictor;
  readonly upper: NumberPredictor;
}

export const conformalIntervalsOptions = /* @__PURE__ */ droppable(() => ({
  /** Share of new rows whose target is to be inside, at least. Default: 0.9. */
  coverage: option(aCoverage, 0.9),
}));

export interface ConformalIntervalsOptions extends OptionsOf<typeof conformalIntervalsOptions> {}

/** Bounds of each row, both of which are inside. */
export interface Intervals {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface ConformalIntervals {
  readonly coverage: number;
  /** Rows that they were calibrated on. */
  readonly rows: number;
  /**
   * How far an interval reaches beyond what is predicted, on both sides. Of two models it may be below 0: their interval was too
   * wide. Infinite where there were too few rows.
   */
  readonly radius: number;
  /** What was noticed, in sentences. */
  readonly report: readonly string[];
  predict(table: PredictInput): Intervals;
}

/**
 * Intervals around what a model predicts that hold the target of a new row with at least that chance, whatever the model: split
 * conformal prediction. Neither training nor any choice may have seen the calibration rows, which come from where the new rows come from. Of
 * one model all intervals are equally wide; those of `{ lower, upper }` are as wide as the two models are apart, and some more or
 * less (conformalised quantile regression, Romano et al. 2019).
 */
export function conformalIntervals(
  model: NumberPredictor | QuantileModels,
  input: TableInput,
  options: ConformalIntervalsOptions = {},
): ConformalIntervals {
  const { lower, upper } = readModels(model);
  checkOptions("conformalIntervals", options, conformalIntervalsOptions);
  const { coverage } = withDefaults(conformalIntervalsOptions, options);
  const table = toTable(input);
  const actual = atOnce(numbersInTurns(lower, targetColumn("conformalIntervals", lower, table)));
  const low = lower.predict(table);
  const high = upper === lower ? low : upper.predict(table);
  // How far outside the target is: of one prediction the size of the error, of two below 0 where it is between them.
  const scores = numberByRow(actual.length, (row) => Math.max(low[row] - actual[row], actual[row] - high[row]));
  const { limit: radius, rows, report } = conformalLimit("conformalIntervals", scores, coverage);
  const predict = (given: PredictInput) => {
    const from = lower.predict(given);
    return widened(from, upper === lower ? from : upper.predict(given), radius);
  };
  return { coverage, rows, radius, report, predict };
}

function readModels(model: NumberPredictor | QuantileModels): QuantileModels {
  if (typeof model !== "object" || model === null || !("lower" in model || "upper" in model)) {
    expectTask("conformalIntervals", model as NumberPredictor, "regression");
    return { lower: model as NumberPredictor, upper: model as NumberPredictor };
  }
  const { lower, upper } = model as QuantileModels;
  expectTask("conformalIntervals: lower", lower, "regression");
  expectTask("conformalIntervals: upper", upper, "regression");
  if (lower.target === upper.target) return { lower, upper };
  const message = `conformalIntervals: lower predicts ${describe(lower.target)}, and upper ${describe(upper.target)}; give two models of one target`;
  throw new CambiumError("bad-model", message);
}

/** An interval that is narrowed to less than nothing is the point in its middle: to hold more than nothing costs no coverage. */
function widened(low: Float64Array, high: Float64Array, radius: number): Intervals {
  const lower = low.map((value) => value - radius);
  const upper = high.map((value) => value + radius);
  lower.forEach((from, row) => {
    if (from <= upper[row]) return;
    lower[row] = from / 2 + upper[row] / 2;
    upper[row] = lower[row];
  });
  return { lower, upper };
}

export const conformalSetsOptions = /* @__PURE__ */ droppable(() => ({
  /** Share of new rows whose class is to be in their set, at least. Default: 0.9. */
  coverage: option(aCoverage, 0.9),
  /**
   * By what a class is in: "threshold", its probability alone, for the smallest sets, some of which may be empty; or "adaptive", the
   * sum of the probabilities down to its own, for sets that grow with the doubt, and are never empty. Default: "threshold".
   */
  method: option(oneOf("threshold", "adaptive"), "threshold"),
}));

export interface ConformalSetsOptions extends OptionsOf<typeof conformalSetsOptions> {}

export interface ConformalSets {
  readonly coverage: number;
  readonly method: "threshold" | "adaptive";
  /** Rows that they were calibrated on. */
  readonly rows: number;
  /** A class is in where 1 - its probability, or that sum, is at most this. Infinite where there were too few rows. */
  readonly limit: number;
  /** What was noticed, in sentences. */
  readonly report: readonly string[];
  /** The classes of each row, the likeliest first. */
  predict(table: PredictInput): ClassLabel[][];
}

/**
 * Sets of classes that hold the class of a new row with at least that chance, whatever the model: split conformal prediction. Neither
 * training nor any choice may have seen the calibration rows, which come from where the new rows come from. There is no chance in it: the same
 * rows give the same sets.
 */
export function conformalSets(
  model: ClassPredictor,
  input: TableInput,
  options: ConformalSetsOptions = {},
): ConformalSets {
  expectTask("conformalSets", model, "classification");
  checkOptions("conformalSets", options, conformalSetsOptions);
  const { coverage, method } = withDefaults(conformalSetsOptions, options);
  const { classes } = model;
  const width = classes.length;
  const table = toTable(input);
  const actual = readClasses(model, targetColumn("conformalSets", model, table));
  const shares = model.predictProbability(table);
  const scores = numberByRow(actual.length, (row) => {
    return (
      scoresOfRow(shares, row * width, width, method).find(({ code }) => code === actual[row])?.score ?? Number.NaN
    );
  });
  const { limit, rows, report } = conformalLimit("conformalSets", scores, coverage);
  const predict = (given: PredictInput) => {
    const all = model.predictProbability(given);
    return Array.from({ length: all.length / width }, (_, row) =>
      scoresOfRow(all, row * width, width, method)
        .filter(({ score }, place) => score <= limit || (place === 0 && method === "adaptive"))
        .map(({ code }) => classes[code]),
    );
  };
  return { coverage, method, rows, limit, report, predict };
}

/** The score of each class of a row, the likeliest class first; a tie goes to the first class. */
function scoresOfRow(shares: Float64Array, start: number, width: number, method: "threshold" | "adaptive") {
  const own = shares.subarray(start, start + width);
  const codes = Array.from(own.keys()).sort((a, b) => own[b] - own[a] || a - b);
  let sum = 0;
  return codes.map((code, place) => {
    sum += own[code];
    // All of them together are 1, whatever rounding did to the sum.
    const down = place === width - 1 ? 1 : Math.min(1, sum);
    return { code, score: method === "adaptive" ? down : 1 - own[code] };
  });
}

/**
 * The limit that a new row, if it comes from where the calibration rows came from, keeps with at least that chance: of n scores the
 * ⌈(n + 1)·coverage⌉-th smallest. With fewer rows than that no finite limit will do.
 */
function conformalLimit(caller: string, scores: Float64Array, coverage: number) {
  const rows = scores.length;
  if (!scores.every(Number.isFinite)) {
    throw new CambiumError("bad-model", `${caller}: the model predicts no finite number for a calibration row`);
  }
  const rank = conformalRank(rows, coverage);
  if (rank <= rows) return { rows, limit: scores.slice().sort()[rank - 1], report: [] };
  const few = `${countOf(rows, "row is", "rows are")} too few to calibrate on for a coverage of ${coverage}: everything is covered, without limit`;
  return { rows, limit: Number.POSITIVE_INFINITY, report: [`${few}; it takes ${fewestRows(coverage)} rows`] };
}

/** ⌈(n + 1)·coverage⌉, where a product that was rounded above a whole number is that number: 20 times 0.55 is 11. */
export function conformalRank(rows: number, coverage: number): number {
  const exact = (rows + 1) * coverage;
  const near = Math.round(exact);
  return Math.abs(exact - near) <= exact * 2 ** -50 ? near : Math.ceil(exact);
}

/** The least n whose rank is at most n. */
function fewestRows(coverage: number): number {
  let rows = Math.max(1, Math.floor(coverage / (1 - coverage)) - 1);
  while (conformalRank(rows, coverage) > rows) rows++;
  return rows;
}
