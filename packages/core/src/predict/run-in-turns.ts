import { createPacer } from "@cambium/kernels";
import { checkOptions } from "../util/check-options.ts";
import type { OptionRules } from "../util/option.ts";
import { toldFailure } from "../util/told-failure.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import { type AsyncOptions, asyncOptions } from "./async-options.ts";

/** Runs what a function with `Async` in its name does, whose twin runs it at once. `caller` is what the user called. */
export async function runInTurns<T>(
  caller: string,
  options: AsyncOptions,
  turnsOf: () => Turns<T>,
  known: OptionRules = asyncOptions,
): Promise<T> {
  checkOptions(caller, options, known);
  const { signal, threads = "auto" } = options;
  if (signal?.aborted) throw signal.reason;
  try {
    return await inTurns(turnsOf(), createPacer(signal), threads);
  } catch (error) {
    throw toldFailure(error);
  }
}
