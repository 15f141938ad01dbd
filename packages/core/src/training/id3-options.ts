import type { OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type InputPolicyOptions, inputPolicyOptions } from "./learner.ts";
import { type SizeOptions, sizeOptions } from "./size-options.ts";

export interface Id3Options
  extends InputPolicyOptions<"learn" | "error">,
    Pick<SizeOptions, "maxDepth" | "minRowsSplit" | "minGain" | "prune"> {}

export const id3Options: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  maxDepth: sizeOptions.maxDepth,
  minRowsSplit: sizeOptions.minRowsSplit,
  minGain: sizeOptions.minGain,
  prune: sizeOptions.prune,
  ...inputPolicyOptions,
}));
