import { readFileSync } from "node:fs";

const folder = new URL("../../../../fixtures/datasets/", import.meta.url);

/** The columns of a data set as text; an empty field is a missing value. None of the sets has quoted fields. */
export function readColumns(set: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(`${set}.csv`, folder), "utf8");
  if (text.includes('"')) throw new Error(`${set}.csv has quotes, which this reader does not know`);
  const [header, ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return new Map(header.map((column, index) => [column, rows.map((fields) => fields[index])]));
}

/** The fields of a column as numbers, NaN where there is none. */
export function numbersOf(fields: readonly string[]): Float64Array {
  return Float64Array.from(fields, (field) => (field === "" ? Number.NaN : Number(field)));
}

/** As fixtures/generate/histogram_quality.py splits: Lehmer's generator, a third of whose numbers is low. */
export function testRows(rowCount: number, seed: number): boolean[] {
  let state = seed + 1;
  const next = () => {
    state = (state * 16807) % 2147483647;
    return 3 * state < 2147483647;
  };
  for (let skipped = 0; skipped < 10; skipped++) next();
  return Array.from({ length: rowCount }, next);
}

/** By how many standard errors the mean of differences is above 0, or below. */
export function standardErrors(differences: readonly number[]): number {
  const average = mean(differences);
  if (average === 0) return 0;
  const squares = differences.reduce((sum, x) => sum + (x - average) ** 2, 0);
  return average / Math.sqrt(squares / (differences.length - 1) / differences.length);
}

export const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
