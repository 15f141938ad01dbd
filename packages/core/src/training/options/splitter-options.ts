import { MOST_BINS, USUAL_BINS } from "../../dataset/bin-column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { exactSplitter } from "../../splitter/exact-splitter.ts";
import { histogramSplitter } from "../../splitter/histogram-splitter.ts";
import type { GradientBits, Splitter } from "../../splitter/splitter.ts";
import { integerFrom, oneOf } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { droppable, type OptionsOf, option } from "../../util/option.ts";

/** Of `maxBins`. */
const noLimit = 'splitter: "exact" tries a threshold between any two values';

/** How the best split of a node is found. */
export const splitterOptions = /* @__PURE__ */ droppable(() => ({
  /**
   * "exact" tries a threshold between any two values, "histogram" only between bins, which are made once. "auto" is "histogram" in `boosting`
   * from 1,000 rows on, and "exact" in `cart` and forests; with `maxBins` it is "histogram". Default: "auto".
   */
  splitter: option(oneOf("auto", "exact", "histogram"), "auto"),
  /** The most bins of a numeric column, with `splitter: "histogram"`. Default: 255. */
  maxBins: option({ ...integerFrom(2, MOST_BINS), noLimit }, USUAL_BINS),
}));

export interface SplitterOptions extends OptionsOf<typeof splitterOptions> {}

export type SplitterName = "exact" | "histogram";

type GivenSplitter = SplitterOptions & { readonly gradientBits?: GradientBits | undefined };

/** The splitter in force. `usual` is the learner's own choice. */
export function splitterName(
  { splitter = "auto", maxBins, gradientBits }: GivenSplitter,
  usual: SplitterName,
): SplitterName {
  if (splitter !== "auto") return splitter;
  return maxBins !== undefined || gradientBits !== undefined ? "histogram" : usual;
}

/** Below it an exact search is as fast, and predicts a little better: docs/decisions/bins-by-default.md. */
const LEAST_BINNED_ROWS = 1000;

/** What "auto" is in boosting. It depends on the shape of the table alone. */
export function usualBoostingSplitter(growth: string | undefined, { rowCount }: Dataset): SplitterName {
  return growth === "symmetric" || rowCount >= LEAST_BINNED_ROWS ? "histogram" : "exact";
}

/** `owner` is what the user called. */
export function splitterOf(owner: string, given: GivenSplitter, usual: SplitterName): Splitter {
  if (splitterName(given, usual) === "histogram") return histogramSplitter(given.maxBins);
  const unused = (["maxBins", "gradientBits"] as const).find((name) => given[name] !== undefined);
  const message = `${owner}: ${unused} has no effect with splitter: "exact"; leave one of the two out`;
  demand(unused === undefined, message);
  return exactSplitter();
}
