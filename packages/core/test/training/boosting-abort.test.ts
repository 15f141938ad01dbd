import { describe, expect, it } from "vitest";
import { boosting, FitAbortedError, type Model } from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { threadTime } from "../support/thread-time.ts";

const ROWS = 60_000;

function largeTable(seed: number) {
  const random = randomNumbers(seed);
  const column = () => Float64Array.from({ length: ROWS }, random);
  const [a, b, c, d] = [column(), column(), column(), column()];
  return { a, b, c, d, y: Array.from(a, (x, row) => (x + b[row] * random() > 0.9 ? "yes" : "no")) };
}

describe("a fit with bins and a validation set", () => {
  const [train, validation] = [largeTable(1), largeTable(2)];
  const learner = boosting({
    splitter: "histogram",
    rounds: 100_000,
    rowSample: 0.8,
    earlyStopping: { patience: 1e6 },
  });

  async function abortAfter(milliseconds: number): Promise<{ error: unknown; took: number }> {
    const controller = new AbortController();
    let began = 0;
    setTimeout(() => {
      began = threadTime();
      controller.abort();
    }, milliseconds);
    const run = { target: "y", validation, metrics: ["auc"] as const, signal: controller.signal };
    const error = await learner.fit(train, run).catch((reason: unknown) => reason);
    return { error, took: threadTime() - began };
  }

  it("ends within 100 ms of an abort, whatever it is at", { timeout: 60_000 }, async () => {
    await abortAfter(400); // Compiles the loops of this process.
    const models: (Model | null)[] = [];
    for (const milliseconds of [1, 20, 40, 80, 150, 400, 800]) {
      const { error, took } = await abortAfter(milliseconds);
      expect(error).toBeInstanceOf(FitAbortedError);
      expect(took).toBeLessThanOrEqual(100);
      models.push((error as FitAbortedError).model);
    }
    expect(models[0]).toBeNull();
    expect(models.at(-1)?.ensemble.trees.length).toBeGreaterThan(0);
  });
});

describe("a fit in which two trees grow at the same time", () => {
  it("ends soon after an abort, with whole rounds, and gives its memory back", { timeout: 60_000 }, async () => {
    const table = largeTable(3);
    const y = table.y.map((label, row) => `${label} ${table.c[row] > 0.5}`);
    const learner = boosting({ splitter: "histogram", rounds: 100_000, maxLeaves: 60, growth: "leaf" });
    for (const milliseconds of [1, 150, 300, 600]) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      const run = { target: "y", threads: 2, signal: controller.signal };
      const error = await learner.fit({ ...table, y }, run).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(FitAbortedError);
      const { model } = error as FitAbortedError;
      expect((model?.ensemble.trees.length ?? 0) % 4).toBe(0);
    }
    const whole = await boosting({ splitter: "histogram", rounds: 1 }).fit(
      { ...table, y },
      { target: "y", threads: 2 },
    );
    expect(whole.ensemble.trees.length).toBe(4);
  });
});
