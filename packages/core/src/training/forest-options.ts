import { aFunction, integerFrom, type OptionRule, oneOf, shareAboveZero, trueOrFalse } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { fitOptions, type RunOptions } from "./run-options.ts";

/** A share of the columns, from above 0 to 1; or their square root, or their logarithm. At least one, rounded down. */
export type ColumnShare = number | "sqrt" | "log2";

/** What all learners that grow trees on samples take. */
export interface BagOptions {
  /** Share of the rows that each tree is given; 1 unless told. With `bootstrap` it is the share of draws. */
  readonly rowSample?: number | undefined;
  /** Whether a row may be drawn more than once. */
  readonly bootstrap?: boolean | undefined;
  /** What the trees of a classification say: the shares of the classes, or only the class that they predict; "probability" unless told. */
  readonly vote?: "probability" | "majority" | undefined;
  /** Another seed, another forest; 0 unless told. */
  readonly seed?: number | undefined;
}

/** Called after each tree of a forest. */
export interface TreeReport {
  /** From 1 to `trees`. */
  readonly tree: number;
  readonly trees: number;
}

export interface ForestFitOptions extends RunOptions {
  /** Called after each tree. */
  readonly onTree?: ((report: TreeReport) => void) | undefined;
}

export function columnCount(share: ColumnShare, columns: number): number {
  if (share === "sqrt") return Math.max(1, Math.floor(Math.sqrt(columns)));
  if (share === "log2") return Math.max(1, 31 - Math.clz32(columns));
  // A third of 3 columns is one, although a third is a little less than that in binary.
  return Math.max(1, Math.floor(share * columns * (1 + 2 ** -50)));
}

function isColumnShare(value: unknown): boolean {
  return value === "sqrt" || value === "log2" || (typeof value === "number" && value > 0 && value <= 1);
}

/** The rule of `columnSample`, for the places in a tree where a learner draws. */
export function columnSampleRule(...places: readonly string[]): Pick<OptionRule, "expected" | "accepts"> {
  return {
    expected: `an object with ${places.join(" or ")}: a share above 0 and up to 1, "sqrt" or "log2"`,
    accepts: (value) =>
      typeof value === "object" &&
      value !== null &&
      Object.entries(value).every(
        ([name, share]) => places.includes(name) && (share === undefined || isColumnShare(share)),
      ),
  };
}

export function bagOptions(bootstrap: boolean): Readonly<Record<string, OptionRule>> {
  return {
    bootstrap: {
      ...trueOrFalse,
      default: String(bootstrap),
      about: "whether a row may be drawn more than once for a tree",
    },
    rowSample: {
      ...shareAboveZero,
      default: "1",
      about: "draws for a tree with `bootstrap`, as a share of the rows; else the chance of each row",
    },
    vote: {
      ...oneOf("probability", "majority"),
      default: '"probability"',
      about: "what the trees of a classification say: the shares of the classes, or only the class that they predict",
    },
    seed: { ...integerFrom(0, Number.MAX_SAFE_INTEGER), default: "0", about: "another seed, another forest" },
  };
}

export const forestFitOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...fitOptions,
  onTree: {
    ...aFunction,
    default: "none",
    about: "called after each tree",
  },
  threads: { ...fitOptions.threads, about: "how many trees grow at once; they are the same for any number" },
}));
