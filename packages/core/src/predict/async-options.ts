import type { AbortSignalLike } from "../dataset/dataset.ts";
import { aSignal, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";
import { type Threads, threadsOption } from "../util/threads-option.ts";

/** What a function takes that lets the event loop have its turns, and has a twin that does not. */
export interface SignalOptions {
  /** Ends the work: the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
}

/** What such a function takes where it predicts. */
export interface AsyncOptions extends SignalOptions {
  /**
   * How many threads may predict; the result is the same for any number. Default: "auto", as many as the machine has where the rows
   * times the trees are worth it (some 15 million), else 1. Trees that can not be packed, and hosts without shared memory, use 1.
   */
  readonly threads?: Threads;
}

export const signalOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  signal: { ...aSignal, default: "none", about: "ends the work; the promise rejects with the signal's reason" },
}));

export const asyncOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  ...signalOptions,
  threads: { ...threadsOption, about: "how many threads may predict; the result is the same for any number" },
}));
