import type { Criterion } from "@cambium/core";
import { numberSequence } from "../data/number-sequence.ts";

/** A statistics record by itself. */
export type StatsRecord = Float64Array;

/** The widths that records of a goal can have: [G, H], or two and three classes with their total. */
export function widthsOf(goal: Criterion["goal"]): readonly number[] {
  return goal === "gradients" ? [2] : [3, 4];
}

/** Deterministic records of small whole numbers, each with some weight. */
export function sampleRecords(goal: Criterion["goal"], width: number, count: number): StatsRecord[] {
  const next = numberSequence(width);
  return Array.from({ length: count }, () => {
    if (goal === "gradients") return Float64Array.of(Math.floor(41 * next()) - 20, 1 + Math.floor(20 * next()));
    const classes = Array.from({ length: width - 1 }, () => Math.floor(10 * next()));
    classes[Math.floor((width - 1) * next())] += 1;
    return Float64Array.of(...classes, sumOf(classes));
  });
}

/** Two children that differ as much as can be, and two that differ half as much, of the same parent. */
export function pureAndMixed(goal: Criterion["goal"], width: number): { pure: StatsRecord[]; mixed: StatsRecord[] } {
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

export function addUp(...records: readonly StatsRecord[]): StatsRecord {
  return records[0].map((_, slot) => sumOf(records.map((record) => record[slot])));
}

export function scaled(record: StatsRecord, factor: number): StatsRecord {
  return record.map((value) => factor * value);
}

/** The gain of cutting the children's sum into them; `before` numbers of noise stand before every record. */
export function gainOf(criterion: Criterion, children: readonly StatsRecord[], before = 0): number {
  const width = children[0].length;
  const noise = new Array<number>(before).fill(-987.5);
  const stats = Float64Array.from([...noise, ...addUp(...children), ...noise, ...children.flatMap((c) => [...c])]);
  return criterion.gain(stats, before, 2 * before + width, children.length, width);
}

/** What a leaf with this record says. */
export function leafOf(criterion: Criterion, record: StatsRecord): Float64Array {
  const value = new Float64Array(criterion.valueWidth(record.length));
  criterion.leafValue(record.slice(), 0, record.length, value, 0);
  return value;
}

export function coverOf(criterion: Criterion, record: StatsRecord): number {
  return criterion.cover(record.slice(), 0, record.length);
}

export function describeRecords(records: readonly StatsRecord[]): string {
  return records.map((record) => `[${record.join(", ")}]`).join(" | ");
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
