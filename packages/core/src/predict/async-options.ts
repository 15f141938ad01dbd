import type { AbortSignalLike } from "../dataset/dataset.ts";
import { aSignal, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";

/** What every function takes that lets the event loop have its turns, and has a twin that does not. */
export interface AsyncOptions {
  /** Ends the work: the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
}

export const asyncOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  signal: { ...aSignal, default: "none", about: "ends the work; the promise rejects with the signal's reason" },
}));
