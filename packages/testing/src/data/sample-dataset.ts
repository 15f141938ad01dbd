import { createDataset, type Dataset } from "@cambium/core";
import { numberSequence } from "./number-sequence.ts";

/** What the sample data are to be learned for. */
export type SampleTask = "regression" | "two classes" | "three classes";

export const SAMPLE_ROWS = 60;

const COLOURS: readonly string[] = ["blue", "green", "red", "violet", "white"];

/**
 * Sixty rows with all that a search has to cope with: ties, missing values, a column that is nearly empty, a constant one,
 * a column that stands twice, categories (one of them rare, some missing), and weights, a few of them 0. All numbers are
 * small integers or eighths, so that sums of them are exact.
 */
export function sampleDataset(task: SampleTask): Promise<Dataset> {
  const next = numberSequence(task.length);
  const rows = Array.from({ length: SAMPLE_ROWS }, () => {
    const ties = below(next, 6);
    const fine = below(next, 400) / 8;
    const colour = next() < 0.03 ? 4 : below(next, 4);
    const signal = ties + fine / 10 + (colour === 2 ? 3 : 0) + 3 * next();
    return {
      ties: next() < 0.2 ? null : ties,
      fine,
      rare: next() < 0.8 ? null : below(next, 3),
      constant: 7,
      again: fine,
      colour: next() < 0.1 ? null : COLOURS[colour],
      target: targetOf(task, signal),
      weight: below(next, 4),
    };
  });
  return createDataset(rows, { target: "target", weight: "weight" });
}

function targetOf(task: SampleTask, signal: number): number | string {
  if (task === "regression") return Math.floor(4 * signal) / 4;
  const level = Math.min(2, Math.floor(signal / 4));
  return task === "two classes" ? ["no", "yes"][Math.min(1, level)] : ["high", "low", "middle"][level];
}

function below(next: () => number, limit: number): number {
  return Math.floor(next() * limit);
}

/** 0, 1, …, count - 1. */
export function rowsUpTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row);
}
