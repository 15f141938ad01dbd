import { MOST_BINS } from "../dataset/bin-column.ts";
import { exactSplitter } from "../splitter/exact-splitter.ts";
import { histogramSplitter } from "../splitter/histogram-splitter.ts";
import type { GradientBits, Splitter } from "../splitter/splitter.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { integerFrom, type OptionRule, oneOf } from "../util/check-options.ts";

/** How the best cut of a node is looked for. */
export interface SplitterOptions {
  /** "exact" tries a cut between any two values, "histogram" those between bins, which are made once; "exact" unless told. */
  readonly splitter?: "exact" | "histogram" | undefined;
  /** Into how many bins a numeric column is cut at most, with `splitter: "histogram"`; 255 unless told. */
  readonly maxBins?: number | undefined;
}

/** `owner` is what the user called. */
export function splitterOf(
  owner: string,
  { splitter = "exact", ...ofBins }: SplitterOptions & { readonly gradientBits?: GradientBits | undefined },
): Splitter {
  if (splitter === "histogram") return histogramSplitter(ofBins.maxBins);
  const given = (["maxBins", "gradientBits"] as const).find((name) => ofBins[name] !== undefined);
  if (given === undefined) return exactSplitter();
  const message = `${owner}: ${given} has no use beside the exact splitter; pass splitter: "histogram" too, or leave it out`;
  throw new CambiumError("bad-option", message);
}

export const splitterOptions = {
  splitter: {
    ...oneOf("exact", "histogram"),
    default: '"exact"',
    about: "a cut is tried between any two values, or between bins, which are made once",
  },
  maxBins: {
    ...integerFrom(2, MOST_BINS),
    default: "255",
    about: 'bins that a numeric column is cut into at most, with splitter: "histogram"',
    noLimit: 'splitter: "exact" tries a threshold between any two values',
  },
} satisfies Readonly<Record<string, OptionRule>>;
