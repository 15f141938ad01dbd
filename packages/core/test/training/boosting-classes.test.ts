import {
  boosting,
  type ClassificationModel,
  configureKernels,
  evaluate,
  loadModel,
  predictStages,
  softmax,
} from "@cambium/core";
import { afterEach, describe, expect, it } from "vitest";
import { withHead } from "../support/crafted-file.ts";
import { digest } from "../support/digest.ts";

afterEach(() => configureKernels({}));

const CLASSES = ["red", "green", "blue", "grey"];

/** Classes by three columns, with gaps, and noise that no column tells. */
function tableOf(rows: number, seed = 1) {
  const noise = Float64Array.from({ length: rows }, (_, i) => (Math.imul(i + 1000 * seed, 2_654_435_761) >>> 9) % 10);
  const a = Float32Array.from({ length: rows }, (_, i) => (i * 7919) % 1000);
  const b = Float32Array.from({ length: rows }, (_, i) => (i % 17 === 0 ? Number.NaN : (i * 104_729) % 997));
  const c = Float32Array.from({ length: rows }, (_, i) => (i * 31) % 7);
  const y = Array.from(a, (value, i) => CLASSES[Math.floor((value / 1000) * 3.2 + c[i] / 9 + noise[i] / 30) % 4]);
  const weight = Float64Array.from({ length: rows }, (_, i) => 1 + (i % 3));
  return { a, b, c, y, weight };
}

const run = { target: "y", weight: "weight" };
const learner = (options: Parameters<typeof boosting<"classification">>[0]) =>
  boosting({ loss: softmax(), rounds: 6, maxDepth: 4, ...options });

describe("boosting of more than two classes", () => {
  it.each(["exact", "histogram"] as const)("takes one class too, whose probability is 1: %s", async (splitter) => {
    for (const rows of [1, 5, 300]) {
      const y = new Array<string>(rows).fill("a");
      const model = await learner({ splitter }).fit({ x: Array.from(y, (_, row) => row), y }, { target: "y" });
      expect(model.predictProbability({ x: [-1, 1] })).toEqual(Float64Array.of(1, 1));
    }
  });

  it("takes softmax by itself, and grows a tree for each class in each round", async () => {
    const table = tableOf(600);
    const model = (await boosting({ rounds: 6, maxDepth: 4 }).fit(table, run)) as ClassificationModel;
    expect(model.loss).toEqual({ name: "softmax", parameters: { hessianFactor: 2 } });
    expect(model.link).toBe("softmax");
    expect(model.ensemble.trees.length).toBe(24);
    expect(digest(model)).toBe(digest(await learner({}).fit(table, run)));
    const shares = model.predictProbability(table);
    for (let at = 0; at < shares.length; at += 4)
      expect(Math.abs(shares[at] + shares[at + 1] + shares[at + 2] + shares[at + 3] - 1)).toBeLessThan(1e-12);
    expect(evaluate(model, table)).toMatchObject({ accuracy: expect.closeTo(1, 0) as number });
  });

  for (const splitter of ["exact", "histogram"] as const) {
    it(`gives the same bytes on any number of threads, in plain JavaScript and without its kernel: ${splitter}`, async () => {
      const table = tableOf(9000);
      for (const options of [
        {},
        { rowSample: 0.6, columnSample: { node: 0.7 } },
        { maxLeaves: 7, growth: "leaf" },
      ] as const) {
        const modelOn = (threads: number) => learner({ splitter, ...options }).fit(table, { ...run, threads });
        const expected = digest(await modelOn(1));
        for (const threads of [2, 3]) expect(digest(await modelOn(threads))).toBe(expected);
        const { kernel, ...plain } = softmax();
        expect(kernel).toEqual({ loss: "softmax", hessianFactor: 2 });
        expect(digest(await learner({ splitter, ...options, loss: plain }).fit(table, run))).toBe(expected);
        configureKernels({ module: null });
        expect(digest(await modelOn(1))).toBe(expected);
        configureKernels({});
      }
    });
  }

  it("does not depend on the order of the rows", async () => {
    const table = tableOf(900);
    const order = Array.from({ length: 900 }, (_, i) => (i * 547) % 900);
    const shuffled = {
      ...{ a: table.a.map((_, i) => table.a[order[i]]), b: table.b.map((_, i) => table.b[order[i]]) },
      ...{ c: table.c.map((_, i) => table.c[order[i]]), y: order.map((row) => table.y[row]) },
      weight: table.weight.map((_, i) => table.weight[order[i]]),
    };
    expect(digest(await learner({}).fit(shuffled, run))).toBe(digest(await learner({}).fit(table, run)));
  });

  it("predicts alike in one go, row by row, from its bytes, and stage by stage", async () => {
    const table = tableOf(2000);
    const model = await learner({ rounds: 12 }).fit(table, run);
    const scores = model.predictScore(table);
    // By hand: each class has its own trees.
    const few = { a: table.a.slice(0, 40), b: table.b.slice(0, 40), c: table.c.slice(0, 40) };
    expect(model.predictScore(few)).toEqual(scores.slice(0, 160)); // 40 rows are walked without the kernels
    for (let row = 0; row < 40; row++) {
      expect(model.predictOne({ a: few.a[row], b: few.b[row], c: few.c[row] })).toBe(model.predict(few)[row]);
    }
    const loaded = loadModel(model.toBytes()) as ClassificationModel;
    expect(loaded.predictScore(table)).toEqual(scores);
    const stages = [...predictStages(model, table, { every: 5 })];
    expect(stages.map(({ rounds, trees }) => [rounds, trees])).toEqual([
      [5, 20],
      [10, 40],
      [12, 48],
    ]);
    for (const { rounds, scores: after } of stages) expect(model.slice(0, rounds).predictScore(table)).toEqual(after);
  });

  it("measures the loss and metrics on held-out rows, and stops by them", async () => {
    const table = tableOf(1500);
    const validation = tableOf(700, 2);
    const early = learner({ rounds: 200, learningRate: 0.5, earlyStopping: { patience: 3 } });
    const model = await early.fit(table, { ...run, validation, metrics: ["accuracy", "logLoss"] });
    const last = model.learningCurve[model.ensemble.trees.length / 4 - 1];
    const { logLoss, accuracy } = evaluate(model, validation, { weight: "weight" });
    expect(last.validation?.meanLoss).toBeCloseTo(logLoss, 12);
    expect(last.validation?.accuracy).toBeCloseTo(accuracy, 12);
    expect(model.learningCurve.length).toBeGreaterThan(model.ensemble.trees.length / 4);
  });

  it("tells a damaged file: trees that do not come in rounds", async () => {
    const model = await learner({ rounds: 1 }).fit(tableOf(300), run);
    const bytes = withHead(model.toBytes(), { scoreCount: 3 });
    expect(() => loadModel(bytes)).toThrow("it has 3 scores a row for 4 classes");
  });

  it("begins each score at the base score", async () => {
    const model = await learner({ rounds: 1, baseScore: 0.5 }).fit(tableOf(300), run);
    expect([...model.ensemble.initialScore]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });
});
