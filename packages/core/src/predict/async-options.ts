import { createPacer } from "@cambium/kernels";
import { aSignal, checkFewOptions } from "../util/check-options.ts";
import { droppable, type OptionRules, type OptionsOf, option } from "../util/option.ts";
import { threadCount } from "../util/threads-option.ts";
import { toldFailure } from "../util/told-failure.ts";
import { inTurns, type Turns } from "../util/turns.ts";

/** What a function takes that lets the event loop have its turns, and has a twin that does not. */
export const signalOptions = /* @__PURE__ */ droppable(() => ({
  /** Ends the work: the promise then rejects with the signal's reason. Default: none. */
  signal: option(aSignal, null),
}));

export interface SignalOptions extends OptionsOf<typeof signalOptions> {}

/** What such a function takes where it predicts. */
export const asyncOptions = /* @__PURE__ */ droppable(() => ({
  ...signalOptions,
  /**
   * How many threads may predict; the result is the same for any number. Trees that can not be packed, and hosts without shared memory,
   * use 1. Default: "auto", as many as the machine has where the rows times the trees are worth it (some 15 million), else 1.
   */
  threads: option(threadCount, "auto"),
}));

export interface AsyncOptions extends OptionsOf<typeof asyncOptions> {}

/** Runs what a function with `Async` in its name does, whose twin runs it at once. `caller` is what the user called. */
export async function runInTurns<T>(
  caller: string,
  options: AsyncOptions,
  turnsOf: () => Turns<T>,
  known: OptionRules = asyncOptions,
): Promise<T> {
  checkFewOptions(caller, options, known);
  const { signal, threads = "auto" } = options;
  if (signal?.aborted) throw signal.reason;
  try {
    return await inTurns(turnsOf(), createPacer(signal), threads);
  } catch (error) {
    throw toldFailure(error);
  }
}
