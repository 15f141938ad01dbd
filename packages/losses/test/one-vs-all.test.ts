import { boosting, type ClassificationModel, type ClassLoss, configureKernels, loadModel } from "@cambium/core";
import { afterEach, describe, expect, it } from "vitest";
import { logistic, oneVsAll } from "../src/index.ts";

afterEach(() => configureKernels({}));

const CLASSES = ["blue", "green", "red"];

/** Classes by two columns, with gaps, and noise that no column tells. */
function tableOf(rows: number) {
  const noise = Float64Array.from({ length: rows }, (_, i) => (Math.imul(i + 1000, 2_654_435_761) >>> 9) % 10);
  const a = Float32Array.from({ length: rows }, (_, i) => (i * 7919) % 1000);
  const b = Float32Array.from({ length: rows }, (_, i) => (i % 17 === 0 ? Number.NaN : (i * 104_729) % 997));
  const y = Array.from(a, (value, i) => CLASSES[Math.floor(value / 300 + (b[i] > 500 ? 1 : 0) + noise[i] / 15) % 3]);
  return { a, b, y, weight: Float64Array.from({ length: rows }, (_, i) => 1 + (i % 3)) };
}

const run = { target: "y", weight: "weight" };
const digest = (model: ClassificationModel) => Buffer.from(model.toBytes()).toString("base64");
const options = { rounds: 8, maxDepth: 4 };

describe("oneVsAll", () => {
  for (const splitter of ["exact", "histogram"] as const) {
    it(`has the scores of a model for each class, and their probabilities over their sum: ${splitter}`, async () => {
      const table = tableOf(1200);
      const model = await boosting({ ...options, splitter, loss: oneVsAll() }).fit(table, run);
      const scores = model.predictScore(table);
      const shares = model.predictProbability(table);
      const alone = await Promise.all(
        CLASSES.map(async (name) => {
          const one = { ...table, y: table.y.map((label) => label === name) };
          return boosting({ ...options, splitter, loss: logistic() }).fit(one, run);
        }),
      );
      const theirs = alone.map((one) => one.predictScore(table));
      const p = alone.map((one) => one.predictProbability(table));
      for (let row = 0; row < 1200; row++) {
        const sum = p[0][2 * row + 1] + p[1][2 * row + 1] + p[2][2 * row + 1];
        for (let k = 0; k < 3; k++) {
          expect(scores[3 * row + k]).toBe(theirs[k][row]);
          expect(Math.abs(shares[3 * row + k] - p[k][2 * row + 1] / sum)).toBeLessThan(1e-15);
        }
      }
      expect((loadModel(model.toBytes()) as ClassificationModel).predictProbability(table)).toEqual(shares);
    });

    it(`gives the same bytes on any number of threads, in plain JavaScript and without its kernel: ${splitter}`, async () => {
      const table = tableOf(40_000);
      const { kernel, ...plain } = oneVsAll();
      expect(kernel).toEqual({ loss: "oneVsAll", hessianFactor: 1 });
      const modelOn = (threads: number, loss: ClassLoss = oneVsAll()) =>
        boosting({ ...options, splitter, rowSample: 0.7, loss }).fit(table, { ...run, threads });
      const expected = digest(await modelOn(1));
      for (const threads of [2, 3]) expect(digest(await modelOn(threads))).toBe(expected);
      expect(digest(await modelOn(1, plain))).toBe(expected);
      configureKernels({ module: null });
      expect(digest(await modelOn(1))).toBe(expected);
      configureKernels({});
    });
  }
});
