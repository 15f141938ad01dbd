import type { InputPolicy } from "../predict/encode-table.ts";
import type { OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { inputPolicyOptions } from "./learner.ts";
import { type SizeOptions, sizeOptions } from "./size-options.ts";

export interface Id3Options
  extends Partial<Omit<InputPolicy, "missing">>,
    Pick<SizeOptions, "maxDepth" | "minRowsSplit" | "minGain" | "prune"> {
  /** "learn", unless told: a missing value goes where the tree sends it; "error": it is refused. */
  readonly missing?: Exclude<InputPolicy["missing"], "surrogate">;
}

export const id3Options: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  maxDepth: sizeOptions.maxDepth,
  minRowsSplit: sizeOptions.minRowsSplit,
  minGain: sizeOptions.minGain,
  prune: sizeOptions.prune,
  ...inputPolicyOptions,
}));
