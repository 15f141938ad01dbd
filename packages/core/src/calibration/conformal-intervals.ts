import { readNumbers, targetColumn } from "../evaluation/read-actual.ts";
import type { NumberPredictor } from "../model/predictor.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkOptions, describe } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { type OptionsOf, withDefaults } from "../util/option.ts";
import { conformalLimit, coverageOption } from "./conformal-limit.ts";
import { expectNumbers } from "./expect-task.ts";

/** Two models of one target, such as of a low and of a high quantile. */
export interface QuantileModels {
  readonly lower: NumberPredictor;
  readonly upper: NumberPredictor;
}

export const conformalIntervalsOptions = /* @__PURE__ */ droppable(() => ({
  /** Share of new rows whose target is to be inside, at least. Default: 0.9. */
  coverage: coverageOption,
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
  const actual = readNumbers(lower, targetColumn("conformalIntervals", lower, table));
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
    expectNumbers("conformalIntervals", model as NumberPredictor);
    return { lower: model as NumberPredictor, upper: model as NumberPredictor };
  }
  const { lower, upper } = model as QuantileModels;
  expectNumbers("conformalIntervals: lower", lower);
  expectNumbers("conformalIntervals: upper", upper);
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
