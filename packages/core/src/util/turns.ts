import type { Pacer } from "@cambium/kernels";
import { CHUNK } from "./ranges.ts";

/** Values of any kind that are read between two looks at the clock: text may take a microsecond each. */
export const VALUES_PER_TURN = 1 << 12;

/** A computation that may take long: at each `yield` others may have their turn. */
export type Turns<T> = Generator<undefined, T, undefined>;

/** What it comes to, in one go. */
export function atOnce<T>(turns: Turns<T>): T {
  let step = turns.next();
  while (!step.done) step = turns.next();
  return step.value;
}

/** The same, pausing when the pacer says so. */
export async function inTurns<T>(turns: Turns<T>, pacer: Pacer): Promise<T> {
  try {
    let step = turns.next();
    while (!step.done) {
      if (pacer.due()) await pacer.pause();
      step = turns.next();
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
