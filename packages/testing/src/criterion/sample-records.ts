import type { Criterion } from "@cambium/core";
import { numberSequence } from "../data/number-sequence.ts";
import type { StatsRecord } from "../data/stats-record.ts";

/** The widths that records of a goal can have: [G, H], or two and three classes with their total. */
export function widthsOf(goal: Criterion["goal"]): readonly number[] {
  return goal === "gradients" ? [2] : [3, 4];
}

/** What decides which records a criterion can meet. */
type Subject = Pick<Criterion, "goal" | "origin">;

/** Deterministic records of small whole numbers, each with some weight. Gradients from zero are never positive. */
export function sampleRecords({ goal, origin }: Subject, width: number, count: number): StatsRecord[] {
  const next = numberSequence(width);
  return Array.from({ length: count }, () => {
    if (origin === "zero") return Float64Array.of(-Math.floor(21 * next()), 1 + Math.floor(20 * next()));
    if (goal === "gradients") return Float64Array.of(Math.floor(41 * next()) - 20, 1 + Math.floor(20 * next()));
    const classes = Array.from({ length: width - 1 }, () => Math.floor(10 * next()));
    classes[Math.floor((width - 1) * next())] += 1;
    return Float64Array.of(
      ...classes,
      classes.reduce((sum, weight) => sum + weight, 0),
    );
  });
}

/** Two children that differ as much as can be, and two that differ half as much, of the same parent. */
export function pureAndMixed({ goal, origin }: Subject, width: number): { pure: StatsRecord[]; mixed: StatsRecord[] } {
  if (origin === "zero") {
    return {
      pure: [Float64Array.of(-1, 8), Float64Array.of(-15, 8)],
      mixed: [Float64Array.of(-4, 8), Float64Array.of(-12, 8)],
    };
  }
  if (goal === "gradients") {
    return {
      pure: [Float64Array.of(8, 8), Float64Array.of(-8, 8)],
      mixed: [Float64Array.of(4, 8), Float64Array.of(-4, 8)],
    };
  }
  const record = (first: number, second: number) => {
    const stats = new Float64Array(width);
    stats[0] = first;
    stats[1] = second;
    stats[width - 1] = first + second;
    return stats;
  };
  return { pure: [record(8, 0), record(0, 8)], mixed: [record(6, 2), record(2, 6)] };
}
