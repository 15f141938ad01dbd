import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { boosting, cart, type Learner } from "../../src/index.ts";
import { randomNumbers } from "../support/random-numbers.ts";

/** Node's types leave it to those of the DOM. */
const host = globalThis as unknown as { WebAssembly: { Memory: new () => object } };

const MEGABYTE = 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What the process holds, after everything that can be freed has been. */
async function heldBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { rss, external, arrayBuffers } = process.memoryUsage();
  return rss + external + arrayBuffers;
}

describe("a thousand fits", () => {
  const random = randomNumbers(3);
  const x = Float64Array.from({ length: 500 }, random);
  const table = { x, c: Array.from(x, (value) => "abc"[Math.floor(3 * value)]), y: x.map((value) => value * random()) };
  const learners = [cart({ maxDepth: 3 }), boosting({ rounds: 2, maxDepth: 2 })] as Learner[];

  async function fits(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const controller = new AbortController();
      // Every tenth fit fails on the way: its memory must come back too.
      const onRound = () => controller.abort("stop");
      const isAborted = i % 10 === 9;
      const run = { target: "y", ...(isAborted && { signal: controller.signal, onRound }) };
      const fit = learners[isAborted ? 1 : i % 2].fit(table, run);
      if (isAborted) await expect(fit).rejects.toMatchObject({ name: "AbortError", cause: "stop" });
      else await fit;
    }
  }

  it("leave the process as large as it was", { timeout: 60_000 }, async () => {
    await fits(200);
    const before = await heldBytes();
    await fits(1000);
    const grown = ((await heldBytes()) - before) / MEGABYTE;
    // A fit leases some 200 kB here: a thousand that never came back would hold 200 MB.
    expect(grown).toBeLessThan(40);
  });

  it("use one memory again and again, and leave nothing to the collector", { timeout: 60_000 }, async () => {
    await fits(10);
    const create = vi.spyOn(host.WebAssembly, "Memory");
    await fits(100);
    expect(create).not.toHaveBeenCalled();
    create.mockRestore();
  });
});
