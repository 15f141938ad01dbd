import { describe, expect, it } from "vitest";
import { boosting, cart, createDataset, type Learner, type Model, type RoundReport } from "../../src/index.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";
import { threadTime } from "../support/thread-time.ts";

const ROWS = 200_000;
const COLUMNS = 10;

/** What is promised: in all but one of a hundred turns of the event loop, the fit works no longer than this. */
const LIMIT = 20;

function largeTable() {
  const random = randomNumbers(1);
  const columns = Object.fromEntries(
    Array.from({ length: COLUMNS }, (_, c) => [
      `x${c}`,
      Float64Array.from({ length: ROWS }, () => roughlyNormal(random)),
    ]),
  );
  const y = Float64Array.from(columns.x0, (x, row) => x + Math.abs(columns.x1[row]) + roughlyNormal(random));
  return { ...columns, y };
}

/** How long this thread worked, each time, before a task that asks for its next turn at once had it, in milliseconds. */
async function waitsDuring(run: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let running = true;
  let last = threadTime();
  const tick = () => {
    const now = threadTime();
    waits.push(now - last);
    last = now;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  try {
    await run();
  } finally {
    running = false;
  }
  return waits.sort((a, b) => a - b);
}

describe("a fit of 200,000 rows and 10 columns", () => {
  const table = largeTable();

  const told: number[] = [];
  const run = { target: "y" };
  // Half of the rows: of the metrics only the area under the curve is measured in turns, the others in one go.
  const halfOf = (data: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(data).map(([name, values]) => [name, (values as Float64Array).slice(ROWS / 2)]));
  const watched = {
    ...run,
    validation: halfOf(table),
    onRound: ({ trainLoss }: RoundReport) => void told.push(trainLoss),
  };
  const classes = { ...table, y: Array.from(table.y, (value) => (value > 1 ? "yes" : "no")) };
  const watchedClasses = { ...watched, validation: halfOf(classes), metrics: ["auc", "accuracy"] as const };
  const bins = boosting({ splitter: "histogram", rounds: 12, maxDepth: 5 });

  const byGradients = boosting({
    ...{ splitter: "histogram", rounds: 12, maxDepth: 5, learningRate: 1 },
    rowSample: { largest: 0.2, others: 0.1 },
  });

  it.each<[string, object, Learner<Model, never>, object]>([
    ["cart", table, cart({ maxDepth: 8 }), run],
    ["cart, down to single rows", table, cart(), run],
    ["boosting, exact", table, boosting({ rounds: 3, maxDepth: 4 }), { ...watched, metrics: ["mae", "r2"] }],
    ["boosting in bins", table, bins, { ...watched, threads: 1 }],
    ["boosting in bins on two threads", table, bins, { ...watched, threads: 2 }],
    ["boosting of classes in bins", classes, bins, { ...watchedClasses, threads: 1 }],
    ["boosting in bins on rows of large gradients", table, byGradients, { ...run, threads: 1 }],
  ])("does not keep 99 of 100 other tasks waiting (%s)", { timeout: 60_000 }, async (_name, data, learner, options) => {
    const longest: number[] = [];
    // The best of three: what takes long in itself does so each time, what a busy machine delays does not.
    for (let attempt = 0; attempt < 3; attempt++) {
      const waits = await waitsDuring(() => learner.fit(data as never, options as never));
      expect(waits.length).toBeGreaterThan(20);
      // There are fewer than a hundred; one may be long even so: the target is read in one go.
      longest.push(waits[waits.length - 1 - Math.ceil(waits.length / 100)]);
      if (longest[attempt] <= LIMIT) break;
    }
    expect(Math.min(...longest)).toBeLessThanOrEqual(LIMIT);
  });

  it("ends within 100 ms of an abort in the middle of a tree that grows whole", async () => {
    const dataset = await createDataset(table, { target: "y" });
    // Sorts the columns, so that the next fit is soon inside its tree.
    await cart({ maxDepth: 1 }).fit(dataset);
    const controller = new AbortController();
    let aborted = 0;
    setTimeout(() => {
      aborted = threadTime();
      controller.abort(new Error("enough"));
    }, 150);
    await expect(cart().fit(dataset, { signal: controller.signal })).rejects.toThrow("enough");
    expect(threadTime() - aborted).toBeLessThanOrEqual(100);
    // What was given back serves the next fit.
    expect((await cart({ maxDepth: 2 }).fit(dataset)).ensemble.trees[0].nodeCount).toBe(7);
  });
});
