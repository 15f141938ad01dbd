import { describe, expect, it } from "vitest";
import { columnInTurns } from "../../src/dataset/encode-column.ts";
import { targetInTurns } from "../../src/dataset/encode-target.ts";
import { datasetIn } from "../../src/dataset/load-dataset.ts";
import { foldsBy } from "../../src/evaluation/folds-of.ts";
import { leastSquaresInTurns } from "../../src/goal/gradient-goal.ts";
import { type ClassMetric, cart, createDataset, loadDataset, type NumberMetric, type Turns } from "../../src/index.ts";
import { ClassOutcome } from "../../src/metric/class-outcome.ts";
import { plainMetrics } from "../../src/metric/metric-table.ts";
import { ranksInTurns } from "../../src/metric/ranked-rows.ts";
import { tableInTurns } from "../../src/predict/encode-table.ts";
import { toTable } from "../../src/table/to-table.ts";
import { orderInTurns } from "../../src/util/order-of-values.ts";
import { shuffleInTurns } from "../../src/util/random.ts";
import { allRows, CHUNK } from "../../src/util/ranges.ts";
import { inTurns } from "../../src/util/turns.ts";

const ROWS = 20 * CHUNK;

/** So many times somebody reads this array between two turns, at the most. */
function mostReads(values: ArrayLike<unknown>, turnsOf: (watched: ArrayLike<unknown>) => Turns<unknown>): number {
  let reads = 0;
  let most = 0;
  const watched = new Proxy(values as object, {
    get(target, key) {
      if (typeof key === "string" && key >= "0" && key <= "9999999999") reads++;
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as ArrayLike<unknown>;
  const turns = turnsOf(watched);
  for (let step = turns.next(); !step.done; step = turns.next()) {
    most = Math.max(most, reads);
    reads = 0;
  }
  return Math.max(most, reads);
}

describe("between two turns no more rows are read than a turn may have", () => {
  const plain = Array.from({ length: ROWS }, (_, row) => (row * 7919) % 1000);
  const words = plain.map((value) => `level ${value % 50}`);
  // Some look at a row twice: once for its kind, and once for its value.
  const LIMIT = 4 * CHUNK;

  it.each<[name: string, values: ArrayLike<unknown>, turnsOf: (watched: ArrayLike<unknown>) => Turns<unknown>]>([
    ["a column of plain numbers", plain, (values) => columnInTurns("a", values)],
    ["a column of text", words, (values) => columnInTurns("a", values)],
    ["a target of plain numbers", plain, (values) => targetInTurns("y", values, null, "regression")],
    ["a target of classes", words, (values) => targetInTurns("y", values, null, "classification")],
    [
      "a feature of a prediction",
      words,
      (a) => {
        const features = [{ name: "a", kind: "categorical", categories: ["level 1"] }] as const;
        const table = { rowCount: ROWS, columnNames: ["a"], column: () => a };
        return tableInTurns({ features, missing: "learn", unseen: "missing" } as never, table);
      },
    ],
    ["strata of folds", words, (strata) => foldsBy("foldsOf", toTable({ a: plain }), strata, { folds: 3 })],
  ])("%s", (_, values, turnsOf) => {
    const reads = mostReads(values, turnsOf);
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThanOrEqual(LIMIT);
  });
});

describe("a long computation has as many turns as its rows ask for", () => {
  const values = Float64Array.from({ length: ROWS }, (_, row) => ((row * 7919) % 1009) / 3);
  const turnsIn = (turns: Turns<unknown>) => {
    let count = 0;
    for (let step = turns.next(); !step.done; step = turns.next()) count++;
    return count;
  };

  const classTurns = (name: string) => {
    const probabilities = Float64Array.from({ length: 2 * ROWS }, (_, at) => (at % 2 === 0 ? 0.25 : 0.75));
    const outcome = new ClassOutcome(
      probabilities,
      Int32Array.from(values, (_, row) => row % 2),
      2,
      null,
    );
    return (plainMetrics("classification")[name] as ClassMetric).inTurns?.(outcome) as Turns<number>;
  };

  it.each<[name: string, turns: () => Turns<unknown>]>([
    ["sorting", () => orderInTurns(values)],
    ["shuffling", () => shuffleInTurns(ROWS, 1)],
    ["ranking", () => ranksInTurns(values, values, null)],
    ...Object.values(plainMetrics("regression")).map((metric): [string, () => Turns<unknown>] => [
      metric.name,
      () => (metric as NumberMetric).inTurns?.({ predicted: values, actual: values, weights: null }) as Turns<number>,
    ]),
    ...["logLoss", "brier", "auc", "averagePrecision", "calibrationError"].map(
      (name): [string, () => Turns<unknown>] => [name, () => classTurns(name)],
    ),
    [
      "the goal of a tree",
      () => leastSquaresInTurns({ task: "regression", name: "y", values, weights: null }, allRows(ROWS)),
    ],
  ])("%s", (_, turns) => {
    expect(turnsIn(turns())).toBeGreaterThanOrEqual(ROWS / CHUNK);
  });

  it("loading a dataset, of whose memory it keeps nothing", async () => {
    const bytes = (await createDataset({ a: values, y: values }, { target: "y" })).toBytes();
    const load = loadDataset(bytes);
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    await expect(
      load.then(
        () => "loaded",
        (error) => error.code,
      ),
    ).resolves.toMatch(/loaded|bad-dataset/);
  });

  it("loading a dataset", async () => {
    const rows = 4 * CHUNK;
    const table = { a: values.slice(0, rows), b: values.slice(1, rows + 1), y: values.slice(2, rows + 2) };
    const bytes = (await createDataset(table, { target: "y", maxBins: 20 })).toBytes();
    expect(turnsIn(datasetIn(bytes))).toBeGreaterThanOrEqual((4 * rows) / CHUNK);
  });
});

describe("inTurns", () => {
  it("lets a computation that a signal has ended give back what it holds", async () => {
    let isReleased = false;
    function* endless(): Turns<never> {
      try {
        for (;;) yield;
      } finally {
        isReleased = true;
      }
    }
    const pacer = { due: () => true, pause: () => Promise.reject(new Error("stop")) };
    await expect(inTurns(endless(), pacer)).rejects.toThrow("stop");
    expect(isReleased).toBe(true);
  });

  it("an aborted fit of a tree ends in the next turn", async () => {
    const controller = new AbortController();
    const table = {
      a: Float64Array.from({ length: 50_000 }, (_, row) => (row * 7919) % 1009),
      y: Float64Array.from({ length: 50_000 }, (_, row) => row % 3),
    };
    const run = cart().fit(table, { target: "y", signal: controller.signal });
    controller.abort("enough");
    await expect(run).rejects.toBe("enough");
  });
});
