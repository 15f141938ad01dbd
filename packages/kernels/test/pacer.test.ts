import { afterEach, describe, expect, test } from "vitest";
import { arenaBytes, configureKernels, createPacer, leaseArena, type Pacer, scanJobsBytes } from "../src/index.ts";
import { type Column, scanColumn } from "./support/scan-column.ts";

const ROWS = 1_500_000;
const newton = { loop: "newton", l2: 1 } as const;

/** Sums and values of no interest: a long column in an order that misses the cache. */
function longColumn(): Column {
  const order = Uint32Array.from({ length: ROWS }, (_, place) => (place * 7919) % ROWS);
  const values = new Float64Array(ROWS);
  for (let place = 0; place < ROWS; place++) values[order[place]] = place;
  const signal = Float64Array.from({ length: ROWS }, (_, row) => (row % 17) - 8);
  return {
    order,
    values,
    signal,
    weights: new Float64Array(ROWS).fill(1),
    classes: 0,
    minRowsLeaf: 1,
    minChildWeight: 0,
  };
}

/** Milliseconds of processor time: unlike the clock, it does not count what other processes take. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

afterEach(() => configureKernels({}));

describe("a long scan", () => {
  test.each(["wasm", "twin"])("lets the event loop run after at most 8 ms and a slice: %s", async (engine) => {
    configureKernels(engine === "wasm" ? {} : { module: null });
    const column = longColumn();
    const pacer = createPacer();
    const stretches: number[] = [];
    let since = processorTime();
    const watched: Pacer = {
      due: () => pacer.due(),
      async pause() {
        stretches.push(processorTime() - since);
        await pacer.pause();
        since = processorTime();
      },
    };
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    for (let run = 0; run < 3; run++) await scanColumn(column, newton, watched);
    clearInterval(timer);

    expect(stretches.length).toBeGreaterThan(3);
    expect(ticks).toBeGreaterThan(0);
    stretches.sort((a, b) => a - b);
    expect(stretches[Math.floor(stretches.length / 2)]).toBeLessThan(20);
  });

  test("looks at the clock at least once a slice, and far from once a row", async () => {
    let looks = 0;
    const never: Pacer = {
      due: () => {
        looks++;
        return false;
      },
      pause: () => Promise.reject(new Error("it was not due")),
    };
    await scanColumn(longColumn(), newton, never);
    expect(looks).toBeGreaterThanOrEqual(Math.floor(ROWS / 32_768));
    expect(looks).toBeLessThan(ROWS / 1000);
  });

  test("rejects with the signal's reason once it is aborted, and its arena can be released", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const pacer = createPacer(controller.signal);
    const impatient: Pacer = { due: () => true, pause: () => pacer.pause() };
    setImmediate(() => controller.abort(reason));
    await expect(scanColumn(longColumn(), newton, impatient)).rejects.toBe(reason);
  });
});

describe("a pause", () => {
  test("in which the arena is released ends the scan with an error", async () => {
    const arena = await leaseArena(arenaBytes([80_000, 160_000, 160_000, 160_000, scanJobsBytes(1, 2)]));
    const order = arena.uint32(20_000);
    const [values, signal, weights] = [arena.float64(20_000), arena.float64(20_000), arena.float64(20_000)];
    const jobs = arena.scanJobs(1, 2);
    const parent = new Float64Array(2);
    jobs.set(0, {
      order,
      start: 0,
      count: 20_000,
      values,
      signal,
      weights,
      parent,
      parentAt: 0,
      minRowsLeaf: 1,
      minChildWeight: 0,
    });
    const pacer: Pacer = {
      due: () => true,
      async pause() {
        arena.release();
      },
    };
    await expect(arena.scan(newton, jobs, 1, pacer)).rejects.toThrow("expected one that is leased");
  });

  test("is a macrotask: timers and messages get their turn", async () => {
    const seen: string[] = [];
    setImmediate(() => seen.push("another task"));
    await createPacer().pause();
    expect(seen).toEqual(["another task"]);
  });

  test("uses a message where the host has no setImmediate", async () => {
    const { setImmediate } = globalThis;
    Reflect.deleteProperty(globalThis, "setImmediate");
    try {
      let ticked = false;
      setTimeout(() => {
        ticked = true;
      }, 0);
      const pacer = createPacer();
      const until = performance.now() + 1000;
      while (!ticked && performance.now() < until) await pacer.pause();
      expect(ticked).toBe(true);
    } finally {
      globalThis.setImmediate = setImmediate;
    }
  });

  test("is due 8 ms after the last one, and not before", async () => {
    const pacer = createPacer();
    await pacer.pause();
    const start = performance.now();
    while (!pacer.due()) {
      // Busy on purpose: a pacer serves loops that hold the thread.
    }
    expect(performance.now() - start).toBeGreaterThan(7);
    await pacer.pause();
    expect(pacer.due()).toBe(false);
  });
});
