import { readFileSync } from "node:fs";

const folder = new URL("../../../../fixtures/datasets/", import.meta.url);

/** The columns of a data set as text; an empty field is a missing value. None of the sets has quoted fields. */
export function readDataset(name: string): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(new URL(`${name}.csv`, folder), "utf8");
  if (text.includes('"')) throw new Error(`${name}.csv has quotes, which this reader does not know`);
  const [header, ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return Object.fromEntries(header.map((column, index) => [column, rows.map((fields) => fields[index])]));
}

/** As numbers of single precision, which scikit-learn and XGBoost work on. */
export function float32Column(values: readonly string[]): Float32Array {
  return Float32Array.from(values, (value) => (value === "" ? Number.NaN : Number(value)));
}
