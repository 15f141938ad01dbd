import * as arrow from "apache-arrow";
import { describe, expect, it } from "vitest";
import { createDataset, tableFromArrow, toTable } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const DAY = 86_400_000;
const dates = [new Date(0), new Date(DAY), new Date(3 * DAY)];

/** What core makes of one Arrow column: numbers with NaN where missing, or the categories by name. */
async function encoded(vector: arrow.Vector): Promise<(number | string | null)[]> {
  const x = new arrow.Table({ x: vector }).getChild("x") as arrow.Vector;
  const y = arrow.vectorFromArray(
    Array.from({ length: x.length }, (_, row) => row),
    new arrow.Float64(),
  );
  const { columns } = await createDataset(new arrow.Table({ x: vector, y }), { target: "y" });
  const [column] = columns;
  if (column.kind === "numeric") return Array.from(column.values);
  return Array.from(column.codes, (code) => column.categories[code] ?? null);
}

describe("tableFromArrow", () => {
  it.each<[string, arrow.Vector, (number | string | null)[]]>([
    ["int32", arrow.vectorFromArray([1, -2, 3], new arrow.Int32()), [1, -2, 3]],
    ["uint8 with nulls", arrow.vectorFromArray([1, null, 255], new arrow.Uint8()), [1, Number.NaN, 255]],
    ["int64", arrow.vectorFromArray([1n, -2n, 2n ** 52n], new arrow.Int64()), [1, -2, 2 ** 52]],
    ["int64 with nulls", arrow.vectorFromArray([1n, null, 3n], new arrow.Int64()), [1, Number.NaN, 3]],
    ["float64", arrow.vectorFromArray([0.1, Number.NaN, -1e300], new arrow.Float64()), [0.1, Number.NaN, -1e300]],
    ["float32", arrow.vectorFromArray([0.1, 2.5, 3], new arrow.Float32()), [Math.fround(0.1), 2.5, 3]],
    ["float32 with nulls", arrow.vectorFromArray([0.5, null, 3], new arrow.Float32()), [0.5, Number.NaN, 3]],
    ["half floats", arrow.vectorFromArray([1.5, -2.5, 1024], new arrow.Float16()), [1.5, -2.5, 1024]],
    ["half floats with nulls", arrow.vectorFromArray([1.5, null, 2], new arrow.Float16()), [1.5, Number.NaN, 2]],
    ["bool", arrow.vectorFromArray([true, null, false], new arrow.Bool()), ["true", null, "false"]],
    ["text", arrow.vectorFromArray(["b", "a", null], new arrow.Utf8()), ["b", "a", null]],
    [
      "dictionary text",
      arrow.vectorFromArray(["b", null, "a"], new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
      ["b", null, "a"],
    ],
    ["days", arrow.vectorFromArray(dates, new arrow.DateDay()), [0, DAY, 3 * DAY]],
    ["milliseconds", arrow.vectorFromArray([dates[1], null], new arrow.DateMillisecond()), [DAY, Number.NaN]],
    ["timestamps", arrow.vectorFromArray([dates[1], null], new arrow.TimestampMicrosecond()), [DAY, Number.NaN]],
    ["nothing but nulls", arrow.vectorFromArray([null, null], new arrow.Null()), [Number.NaN, Number.NaN]],
  ])("reads %s", async (_name, vector, expected) => {
    expect(await encoded(vector)).toEqual(expected);
  });

  it("reads several chunks as one column", async () => {
    const chunk = (...values: (number | null)[]) => arrow.vectorFromArray(values, new arrow.Int32());
    const whole = chunk(1, 2).concat(chunk(3), chunk(4, 5)) as arrow.Vector;
    expect(whole.data.length).toBe(3);
    expect(await encoded(whole)).toEqual([1, 2, 3, 4, 5]);
    expect(await encoded(chunk(1, null).concat(chunk(3)) as arrow.Vector)).toEqual([1, Number.NaN, 3]);
  });

  it("reads a slice from its own first row", async () => {
    const slice = arrow.vectorFromArray([1, 2, 3, 4], new arrow.Float64()).slice(1, 3) as arrow.Vector;
    expect(await encoded(slice)).toEqual([2, 3]);
  });

  it("keeps float32 narrow, which halves its memory", async () => {
    const table = arrow.tableFromArrays({ x: Float32Array.of(1, 2), y: Float64Array.of(1, 2) });
    const { columns } = await createDataset(table, { target: "y" });
    expect(columns[0]).toMatchObject({ kind: "numeric", values: Float32Array.of(1, 2) });
  });

  it("refuses a column of lists", async () => {
    const list = arrow.vectorFromArray([[1], [2]], new arrow.List(new arrow.Field("item", new arrow.Int32())));
    expect(await failureOf(() => encoded(list))).toBe(
      'bad-column | cambium: column "x" has an object in row 1; expected numbers, text, booleans or dates: take the field you need out of it',
    );
  });

  it("refuses two columns of one name", async () => {
    const schema = new arrow.Schema([new arrow.Field("a", new arrow.Int32()), new arrow.Field("a", new arrow.Int32())]);
    expect(await failureOf(() => tableFromArrow(new arrow.Table(schema)))).toBe(
      'bad-table | cambium: the Arrow table has two columns named "a"; rename one of them',
    );
  });

  it("says which column an Arrow table lacks", async () => {
    expect(await failureOf(() => toTable(arrow.tableFromArrays({ a: [1] })).column("b"))).toBe(
      'unknown-column | cambium: the Arrow table has no column "b"; there are "a"',
    );
  });
});
