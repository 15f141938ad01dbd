import { describe, expect, it } from "vitest";
import {
  boosting,
  cart,
  createDataset,
  crossValidate,
  evaluate,
  importance,
  loadModel,
  permutationImportance,
  type TableLike,
  toTable,
  trainTestSplit,
} from "../../src/index.ts";

const ROWS = 6;
/** What would take sixteen times as long if it were quadratic. */
const [FEW, MANY] = [2048, 8192];
/** Twice as long as in proportion, and then some for a machine that is busy. */
const MOST = 2 * (MANY / FEW);
/** Below these milliseconds there is nothing to compare. */
const LEAST = 25;

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function leastTime(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < 2; repeat++) {
    const start = processorTime();
    await run();
    least = Math.min(least, processorTime() - start);
  }
  return least;
}

async function prepared(count: number) {
  const table: Record<string, Float64Array> = {};
  for (let column = 0; column < count; column++) {
    table[`c${column}`] = Float64Array.from({ length: ROWS }, (_, row) => (row * 7 + column * 31) % 101);
  }
  table.y = Float64Array.from({ length: ROWS }, (_, row) => (row * 13) % 29);
  const rows = Array.from({ length: ROWS }, (_, row) =>
    Object.fromEntries(Object.entries(table).map(([name, values]) => [name, values[row]])),
  );
  const run = { target: "y", threads: 1 } as const;
  const dataset = await createDataset(table, { target: "y" });
  const model = await boosting({ rounds: 2 }).fit(dataset, { threads: 1 });
  return { table, rows, run, dataset, model, names: Object.keys(table).slice(0, -1) };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;
const tableLike = (table: Prepared["table"]): TableLike => ({
  rowCount: ROWS,
  columnNames: Object.keys(table),
  column: (name) => table[name],
});
/** As apache-arrow has it: a child by its name is looked for among all. */
const arrow = (table: Prepared["table"]) => {
  const fields = Object.keys(table).map((name) => ({ name }));
  const childAt = (place: number) => {
    const values = table[fields[place].name];
    return {
      length: ROWS,
      nullCount: 0,
      get: (row: number) => values[row],
      toArray: () => values,
      type: { typeId: 3 },
    };
  };
  const getChild = (name: string) => childAt(fields.findIndex((field) => field.name === name));
  return { numRows: ROWS, schema: { fields }, getChild, getChildAt: childAt };
};

describe("four times as many columns take about four times as long", () => {
  const sizes = Promise.all([prepared(FEW), prepared(MANY)]);

  it.each<[string, (of: Prepared) => unknown]>([
    ["a dataset", ({ table, names }) => createDataset(table, { target: "y", features: names })],
    [
      "a dataset of declared types",
      ({ table, names }) => {
        return createDataset(tableLike(table), {
          target: "y",
          types: Object.fromEntries(names.map((name) => [name, "numeric"])),
        });
      },
    ],
    ["a dataset of row objects", ({ rows }) => createDataset(rows, { target: "y" })],
    ["a dataset of an Arrow table", ({ table }) => createDataset(arrow(table), { target: "y" })],
    ["cart", ({ dataset }) => cart({ maxDepth: 2 }).fit(dataset)],
    ["boosting", ({ dataset }) => boosting({ rounds: 2, maxDepth: 2 }).fit(dataset, { threads: 1 })],
    [
      "boosting by histograms",
      ({ dataset }) => {
        return boosting({ rounds: 2, maxDepth: 2, splitter: "histogram", maxBins: 8 }).fit(dataset, { threads: 1 });
      },
    ],
    [
      "constraints and validation",
      ({ table, run, names }) => {
        const options = { rounds: 1, maxDepth: 2, monotone: { c1: 1 as const }, interactions: [names, ["c1"]] };
        return boosting({ ...options, columnSample: {} }).fit(table, { ...run, validation: table });
      },
    ],
    ["folds", ({ table }) => crossValidate(cart({ maxDepth: 1 }), table, { target: "y", folds: 2 })],
    [
      "parts",
      ({ table }) => {
        const { train } = trainTestSplit(table);
        return train.columnNames.map((name) => train.column(name));
      },
    ],
    ["predictions", ({ model, table }) => model.predict(tableLike(table))],
    ["predictions of row objects", ({ model, rows }) => [model.predict(rows), model.predictOne(rows[0])]],
    ["evaluation", ({ model, table }) => evaluate(model, table)],
    ["importance by permutation", ({ model, table }) => permutationImportance(model, table)],
    ["importance, bytes, and a model of them", ({ model }) => [importance(model), loadModel(model.toBytes())]],
    [
      "columns, each read by its name",
      ({ table }) => {
        const known = toTable(tableLike(table));
        return known.columnNames.map((name) => known.column(name));
      },
    ],
  ])("in %s", async (_, run) => {
    const [few, many] = await sizes;
    const least = Math.max(LEAST, await leastTime(() => run(few)));
    expect(await leastTime(() => run(many))).toBeLessThan(MOST * least);
  });
});
