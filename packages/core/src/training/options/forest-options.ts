import { aFunction, aSeed, check, isRecord, oneOf, shareAboveZero, trueOrFalse } from "../../util/check-options.ts";
import { droppable, type OptionsOf, option } from "../../util/option.ts";
import { runOptions } from "./run-options.ts";

/** A share of the columns, from above 0 to 1; or their square root, or their logarithm. At least one, rounded down. */
export type ColumnShare = number | "sqrt" | "log2";

/** What all learners that grow trees on samples take. */
export const bagOptions = /* @__PURE__ */ droppable(() => ({
  /** Whether a row may be drawn more than once for a tree. Default: true; of `extraTrees` false. */
  bootstrap: option(trueOrFalse, true),
  /** Draws for a tree with `bootstrap`, as a share of the rows; else the chance of each row. Default: 1. */
  rowSample: option(shareAboveZero, 1),
  /** What the trees of a classification predict: the shares of the classes, or only the class of the largest. Default: "probability". */
  vote: option(oneOf("probability", "majority"), "probability"),
  /** Another seed, another forest. Default: 0. */
  seed: option(aSeed, 0),
}));

export interface BagOptions extends OptionsOf<typeof bagOptions> {}

/** What `fit` of such a learner takes besides the description of the data. */
export const forestRunOptions = /* @__PURE__ */ droppable(() => ({
  ...runOptions,
  /** Called after each tree. Default: none. */
  onTree: option(aFunction<(report: TreeReport) => void>(), null),
}));

export interface ForestFitOptions extends OptionsOf<typeof forestRunOptions> {}

/** Called after each tree of a forest. */
export interface TreeReport {
  /** From 1 to `trees`. */
  readonly tree: number;
  readonly trees: number;
}

export function columnCount(share: ColumnShare, columns: number): number {
  if (share === "sqrt") return Math.max(1, Math.floor(Math.sqrt(columns)));
  if (share === "log2") return Math.max(1, 31 - Math.clz32(columns));
  // A third of 3 columns is one, although a third is a little less than that in binary.
  return Math.max(1, Math.floor(share * columns * (1 + 2 ** -50)));
}

function isColumnShare(value: unknown): boolean {
  return value === undefined || value === "sqrt" || value === "log2" || shareAboveZero.accepts(value);
}

/** A check of `columnSample`, for the places in a tree where a learner draws. */
export function columnSampleOf<const Places extends readonly string[]>(...places: Places) {
  return check<{ readonly [Place in Places[number]]?: ColumnShare | undefined }>(
    `an object with ${places.join(" or ")}: a share above 0 and up to 1, "sqrt" or "log2"`,
    (value) =>
      isRecord(value) && Object.entries(value).every(([name, share]) => places.includes(name) && isColumnShare(share)),
  );
}
