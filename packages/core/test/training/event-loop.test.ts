import { describe, expect, it } from "vitest";
import { boosting, cart, createDataset, type Learner } from "../../src/index.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

const ROWS = 200_000;
const COLUMNS = 10;

/**
 * What is promised is 20 ms. A shared machine can take the processor's speed away as well as its time, so twice that is
 * allowed here; a fit that does not yield between columns or levels takes hundreds.
 */
const LIMIT = 40;

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

/**
 * How long other tasks had to wait, each time, in milliseconds: a task that asks for its next turn at once. Of the time on
 * the wall and of the process's own time the lesser counts, so that a busy machine can not make the test fail, while a loop
 * that does not yield does.
 */
async function waitsDuring(run: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let running = true;
  let wall = performance.now();
  let own = process.cpuUsage();
  const tick = () => {
    const used = process.cpuUsage(own);
    waits.push(Math.min(performance.now() - wall, (used.user + used.system) / 1000));
    [wall, own] = [performance.now(), process.cpuUsage()];
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

  it.each<[string, Learner]>([
    ["cart", cart({ maxDepth: 8 })],
    ["cart, down to single rows", cart()],
    ["boosting", boosting({ rounds: 4, maxDepth: 5 })],
  ])("does not keep 99 of 100 other tasks waiting (%s)", { timeout: 60_000 }, async (_name, learner) => {
    const longest: number[] = [];
    // The best of three: what takes long in itself does so each time, what a busy machine delays does not.
    for (let attempt = 0; attempt < 3; attempt++) {
      const waits = await waitsDuring(() => learner.fit(table, { target: "y" }));
      expect(waits.length).toBeGreaterThan(20);
      // On a fast machine there are fewer than a hundred; one may be long even so: the target is read in one go.
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
    let own = process.cpuUsage();
    setTimeout(() => {
      [aborted, own] = [performance.now(), process.cpuUsage()];
      controller.abort(new Error("enough"));
    }, 150);
    await expect(cart().fit(dataset, { signal: controller.signal })).rejects.toThrow("enough");
    const used = process.cpuUsage(own);
    expect(Math.min(performance.now() - aborted, (used.user + used.system) / 1000)).toBeLessThanOrEqual(100);
    // What was given back serves the next fit.
    expect((await cart({ maxDepth: 2 }).fit(dataset)).ensemble.trees[0].nodeCount).toBe(7);
  });
});
