import { CambiumError } from "../util/cambium-error.ts";
import { check } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { countOf } from "../util/nearest-name.ts";
import { option } from "../util/option.ts";

/** The rule of the share of rows that is to be covered. */
export const coverageOption = /* @__PURE__ */ droppable(() =>
  option(
    check<number>("a number above 0 and below 1", (value) => typeof value === "number" && value > 0 && value < 1),
    0.9,
  ),
);

/** What calibration found: how strange a row may be, and still is covered. */
export interface ConformalLimit {
  /** Rows that it was found by. */
  readonly rows: number;
  /** Infinite where there were too few rows. */
  readonly limit: number;
  /** What was noticed, in sentences. */
  readonly report: readonly string[];
}

/**
 * The limit that a new row, if it comes from where the calibration rows came from, keeps with at least that chance: of n scores the
 * ⌈(n + 1)·coverage⌉-th smallest. With fewer rows than that no finite limit will do.
 */
export function conformalLimit(caller: string, scores: Float64Array, coverage: number): ConformalLimit {
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
