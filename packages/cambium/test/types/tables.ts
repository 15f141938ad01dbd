// Tables as programs have them.
import { boosting, cart, createDataset, evaluate, type TableLike, trainTestSplit } from "cambium";

interface Columns {
  readonly area: Float64Array;
  readonly city: readonly string[];
  readonly price: readonly number[];
}
interface Row {
  area: number;
  city: string | null;
  price: number;
  note?: string;
}
type Sample = { area: number[]; price: number[] };

const target = "price";
const task = "regression";
const columns: Columns = { area: Float64Array.of(1, 2, 3, 4), city: ["a", "b", "a", "b"], price: [1, 2, 3, 4] };
const rows: Row[] = [
  { area: 1, city: "a", price: 1 },
  { area: 2, city: null, price: 2 },
  { area: 3, city: "a", price: 3 },
];
const record: Record<string, number[]> = { area: [1, 2, 3], price: [1, 2, 3] };
const sample: Sample = { area: [1, 2, 3], price: [1, 2, 3] };
const map = new Map<string, ArrayLike<unknown>>([
  ["area", [1, 2, 3]],
  ["price", Int32Array.of(1, 2, 3)],
]);
const frozen = { area: [1, 2, 3], price: [1, 2, 3] } as const;
const like: TableLike = {
  rowCount: 3,
  columnNames: ["area", "price"],
  column: (name) => (name === "area" ? [1, 2, 3] : [1, 2, 3]),
};
class Sales {
  readonly area = [1, 2, 3];
  readonly price = [3, 2, 1];
}

export const predictions: number[] = [];
for (const table of [columns, rows, record, sample, map, frozen, like, new Sales()]) {
  const model = await cart().fit(table, { target, task });
  predictions.push(...model.predict(table), evaluate(model, table).rmse);
}
await cart().fit(columns, { target, task });
await boosting({ rounds: 2 }).fit(rows, { target, task, features: ["area", "city"], validation: columns });
await boosting({ rounds: 2 }).fit(await createDataset(columns, { target, maxBins: 4 }));
const parts = trainTestSplit(rows, { test: 0.3 });
export const rowsOfTrain: number = parts.train.rowCount;
const readonlyRows: readonly Readonly<Row>[] = rows;
export const model = await cart().fit(readonlyRows, { target, task });
export const one: number = model.predictOne(rows[0] ?? {});

const promise: Promise<TableLike> = Promise.resolve(like);
// @ts-expect-error: a table that was not awaited.
export const early = () => cart().fit(promise, { target });
// @ts-expect-error: no path, but what a reader returns.
export const path = () => cart().fit("table.csv", { target });
// @ts-expect-error: a model is no table.
export const wrong = () => cart().fit(model, { target });
