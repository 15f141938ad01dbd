import type { Pacer } from "@cambium/kernels";
import { CHUNK } from "./ranges.ts";
import type { Threads } from "./threads-option.ts";

/** Values of any kind that are read between two looks at the clock: text may take a microsecond each. */
export const VALUES_PER_TURN = 1 << 12;

/** A part of a computation on several threads; resolves to false, with nothing done, where it is left to the caller's thread. */
export type OnThreads = (threads: Threads, pacer: Pacer) => Promise<boolean>;

/**
 * A computation that may take long: at each `yield` others may have their turn. Where it yields a part that threads can do, it
 * receives whether they did it.
 */
export type Turns<T> = Generator<OnThreads | undefined, T, boolean | undefined>;

/** What it comes to, in one go. */
export function atOnce<T>(turns: Turns<T>): T {
  let step = turns.next();
  while (!step.done) step = turns.next();
  return step.value;
}

/** The same, pausing when the pacer says so. Default for `threads`: 1. Threads that were refused once are not asked for again. */
export async function inTurns<T>(turns: Turns<T>, pacer: Pacer, threads: Threads = 1): Promise<T> {
  try {
    let step = turns.next();
    let allowed = threads;
    while (!step.done) {
      const onThreads = allowed === 1 ? undefined : step.value;
      const isDone = onThreads !== undefined && (await onThreads(allowed, pacer));
      if (onThreads !== undefined && !isDone) allowed = 1;
      if (pacer.due()) await pacer.pause();
      step = turns.next(isDone);
    }
    return step.value;
  } finally {
    // Where a signal has ended it, it gives back what it holds.
    turns.return(undefined as never);
  }
}

/** Calls `visit` for ranges that cover 0 … count-1. */
export function* turnsOver(count: number, visit: (start: number, end: number) => void): Turns<void> {
  for (let start = 0; start < count; start += CHUNK) {
    visit(start, Math.min(count, start + CHUNK));
    yield;
  }
}
