import { addRow, type Criterion, type FitGoal, statsWidth } from "@cambium/core";

/** A statistics record by itself. */
export type StatsRecord = Float64Array;

/** The record of these rows. */
export function statsOf(goal: FitGoal, rows: Uint32Array): StatsRecord {
  const stats = new Float64Array(statsWidth(goal));
  for (const row of rows) addRow(goal, row, stats, 0);
  return stats;
}

export function addUp(...records: readonly StatsRecord[]): StatsRecord {
  return records[0].map((_, slot) => records.reduce((sum, record) => sum + record[slot], 0));
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
