import { execFileSync } from "node:child_process";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import {
  bagging,
  CambiumError,
  cart,
  configureKernels,
  createDataset,
  extraTrees,
  randomForest,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";

/** Two noisy classes: a tree of them has thousands of nodes. */
function noisyTable(rowCount: number, columnCount = 8) {
  const next = randomNumbers(7);
  const columns = Array.from({ length: columnCount }, () => Float64Array.from({ length: rowCount }, next));
  const y = columns[0].map((value, row) => (value + columns[1][row] + next() > 1.5 ? 1 : 0));
  return { ...Object.fromEntries(columns.map((values, i) => [`x${i}`, values])), y };
}

/** The same with gaps, two columns of few categories and one of many, and a target of `classes`. */
function mixedTable(rowCount: number, classes: number) {
  const { y, ...noisy } = noisyTable(rowCount, 4);
  const numbers: Record<string, Float64Array> = noisy;
  const next = randomNumbers(11);
  const textOf = (values: Float64Array, count: number) =>
    Array.from(values, (value) => (next() < 0.1 ? null : `c${Math.floor(value * value * count)}`));
  return {
    ...numbers,
    gaps: numbers.x0.map((value) => (next() < 0.2 ? Number.NaN : value)),
    few: textOf(numbers.x1, 5),
    ten: textOf(numbers.x2, 10),
    many: textOf(numbers.x3, 60),
    y: Array.from(y, (value, row) => `class ${value + (row % Math.max(1, classes - 1))}`),
  };
}

const target = { target: "y", task: "classification" } as const;

describe("trees on several threads", () => {
  it.each([2, 3, 8])("are the same bytes on %i as on one", async (threads) => {
    const data = await createDataset(noisyTable(4000), target);
    for (const learner of [randomForest({ trees: 9 }), bagging(cart(), { trees: 5 })]) {
      const alone = await learner.fit(data, { threads: 1 });
      const model = await learner.fit(data, { threads });
      expect(Buffer.compare(model.toBytes(), alone.toBytes())).toBe(0);
      const used = Math.min(threads, model.ensemble.trees.length);
      expect(model.report).toContain(`the exact engine grew the trees on ${used} threads`);
    }
  });

  // The report names the threads where they were fewer: so a table that fell back to the steps would not pass.
  describe.each([2, 5])("of a table with categories, gaps and %i classes", (classes) => {
    it.each([2, 3, 8])("are the same bytes on %i as on one", async (threads) => {
      const data = await createDataset(mixedTable(3000, classes), { target: "y" });
      expect(data.columns.filter(({ kind }) => kind === "categorical")).toHaveLength(3);
      const learners = [
        randomForest({ trees: 5 }),
        extraTrees({ trees: 8 }),
        bagging(cart({ categorical: "oneVsRest" }), { trees: 3 }),
      ];
      for (const learner of learners) {
        const alone = await learner.fit(data, { threads: 1 });
        const model = await learner.fit(data, { threads });
        expect(model.report.join()).not.toContain(`of ${threads} threads`);
        expect(Buffer.compare(model.toBytes(), alone.toBytes())).toBe(0);
      }
    });
  });

  it("are fewer than were asked for where trees have surrogates, which the report tells", async () => {
    const model = await bagging(cart({ missing: "surrogate" }), { trees: 2 }).fit(mixedTable(200, 2), {
      target: "y",
      threads: 2,
    });
    const reason = "because surrogates are looked for";
    expect(model.report).toContain(`the reference engine grew the trees on 1 of 2 threads, ${reason}`);
  });

  it("are told in the order of their numbers", async () => {
    const seen: number[] = [];
    await randomForest({ trees: 12 }).fit(noisyTable(2000), {
      ...target,
      threads: 3,
      onTree: ({ tree }) => seen.push(tree),
    });
    expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  });

  it("stop soon after the signal, and leave nothing behind that the next fit would feel", async () => {
    const data = await createDataset(noisyTable(60_000), target);
    const forest = randomForest({ trees: 500 });
    const stop = new AbortController();
    const reason = new Error("enough");
    let abortedAt = 0;
    const fit = forest.fit(data, {
      threads: 2,
      signal: stop.signal,
      onTree: () => {
        if (abortedAt > 0) return;
        abortedAt = performance.now();
        stop.abort(reason);
      },
    });
    await expect(fit).rejects.toBe(reason);
    expect(performance.now() - abortedAt).toBeLessThan(1000);
    const small = randomForest({ trees: 3, maxDepth: 4 });
    const again = await small.fit(data, { threads: 2 });
    expect(Buffer.compare(again.toBytes(), (await small.fit(data, { threads: 1 })).toBytes())).toBe(0);
  });

  it("give their memory back, fit after fit", async () => {
    const data = await createDataset(noisyTable(3000), target);
    const grow = () => randomForest({ trees: 2, maxDepth: 3 }).fit(data, { threads: 2 });
    for (let i = 0; i < 20; i++) await grow();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 150; i++) await grow();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });

  it("are grown on one where the host refuses WebAssembly, which the report says", async () => {
    configureKernels({ module: null });
    try {
      const model = await randomForest({ trees: 3 }).fit(noisyTable(200), { ...target, threads: 2 });
      expect(model.report.join()).toContain("grew the trees on 1 of 2 threads, because this host refuses WebAssembly");
    } finally {
      configureKernels({});
    }
  });

  it("end in one error where a worker crashes in the middle, and the next fit has another worker", async () => {
    const data = await createDataset(noisyTable(20_000), target);
    const forest = randomForest({ trees: 12 });
    const crashing = `const { parentPort } = require("node:worker_threads");
      parentPort.postMessage("cambium worker 4");
      parentPort.on("message", () => process.exit(5));`;
    configureKernels({ worker: () => new Worker(crashing, { eval: true }) });
    try {
      expect(await failureOf(() => forest.fit(data, { threads: 2 }))).toMatch(
        /^worker-failed \| cambium: worker \d+ failed: it ended with code 5; pass threads: 1 to do without workers$/,
      );
    } finally {
      configureKernels({});
    }
    const again = await forest.fit(data, { threads: 2 });
    expect(again.report).toContain("the exact engine grew the trees on 2 threads");
    expect(Buffer.compare(again.toBytes(), (await forest.fit(data, { threads: 1 })).toBytes())).toBe(0);
  });

  it("let the process end with the code 0, and not before the fit", () => {
    const script = new URL("../support/forest-on-threads.ts", import.meta.url);
    const root = new URL("../../../../", import.meta.url);
    const printed = execFileSync("npm", ["run", "-s", "example", script.pathname], { cwd: root, encoding: "utf8" });
    expect(printed.trim().split("\n").at(-1)).toBe("40 trees");
  });

  it.each(["many", 0, 1.5, 1000])("refuse %j of them", async (threads) => {
    const grow = () => randomForest().fit(noisyTable(50), { ...target, threads: threads as number });
    expect(await failureOf(grow)).toContain(
      'bad-option | cambium: randomForest.fit: threads expects "auto" or a whole number from 1 to 256',
    );
    await expect(grow()).rejects.toBeInstanceOf(CambiumError);
  });
});
