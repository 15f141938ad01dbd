import type { ClassLabel } from "../dataset/target.ts";
import { readClasses, targetColumn } from "../evaluation/read-actual.ts";
import type { ClassPredictor } from "../model/predictor.ts";
import type { PredictInput } from "../predict/encode-table.ts";
import type { TableInput } from "../table/table-like.ts";
import { toTable } from "../table/to-table.ts";
import { checkOptions, oneOf } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { numberByRow } from "../util/number-by-row.ts";
import { type OptionsOf, option, withDefaults } from "../util/option.ts";
import { conformalLimit, coverageOption } from "./conformal-limit.ts";
import { expectClasses } from "./expect-task.ts";

export const conformalSetsOptions = /* @__PURE__ */ droppable(() => ({
  /** Share of new rows whose class is to be in their set, at least. Default: 0.9. */
  coverage: coverageOption,
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
  expectClasses("conformalSets", model);
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

/** How strange each class would be for a row: the likeliest first, of equals the first class. */
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
