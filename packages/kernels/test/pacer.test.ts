import { describe, expect, test } from "vitest";
import { arenaBytes, ColumnRoom, createPacer, type Pacer, Team } from "../src/index.ts";
import { lease } from "./support/lease.ts";

const ROWS = 1_500_000;

/** A long column in bins. */
async function binLongColumn(pacer: Pacer): Promise<void> {
  const shape = { rowCount: ROWS, bytes: 8, maxBins: 255 };
  const arena = await lease(arenaBytes([4 * Team.words, ...ColumnRoom.byteLengths(shape, false)]));
  try {
    const room = new ColumnRoom(arena, shape, null);
    room.begin(Float64Array.from({ length: ROWS }, (_, row) => ((row * 7919) % ROWS) / 7));
    await ColumnRoom.run([room], arena.team(), pacer);
  } finally {
    arena.release();
  }
}

/** Milliseconds of processor time: unlike the clock, it does not count what other processes take. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe("long work in the kernels", () => {
  test("lets the event loop run after at most 8 ms and a task", async () => {
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
    for (let run = 0; run < 3; run++) await binLongColumn(watched);
    clearInterval(timer);

    expect(stretches.length).toBeGreaterThan(3);
    expect(ticks).toBeGreaterThan(0);
    stretches.sort((a, b) => a - b);
    expect(stretches[Math.floor(stretches.length / 2)]).toBeLessThan(20);
  });

  test("looks at the clock at least once a task, and far from once a row", async () => {
    let looks = 0;
    const never: Pacer = {
      due: () => {
        looks++;
        return false;
      },
      pause: () => Promise.reject(new Error("it was not due")),
    };
    await binLongColumn(never);
    expect(looks).toBeGreaterThanOrEqual(Math.floor(ROWS / 131_072));
    expect(looks).toBeLessThan(ROWS / 1000);
  });

  test("rejects with the signal's reason once it is aborted, and its arena can be released", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const pacer = createPacer(controller.signal);
    const impatient: Pacer = { due: () => true, pause: () => pacer.pause() };
    setImmediate(() => controller.abort(reason));
    await expect(binLongColumn(impatient)).rejects.toBe(reason);
  });
});

describe("a pause", () => {
  test("is a macrotask: timers and messages get their turn", async () => {
    const seen: string[] = [];
    setImmediate(() => seen.push("another task"));
    await createPacer().pause();
    expect(seen).toEqual(["another task"]);
  });

  test("resumes one of several a task, so that timers have a turn between them", async () => {
    const seen: string[] = [];
    const worker = async (name: string) => {
      const pacer = createPacer();
      for (let turn = 0; turn < 3; turn++) {
        await pacer.pause();
        seen.push(name);
        setImmediate(() => seen.push("|"));
      }
    };
    await Promise.all([worker("a"), worker("b"), worker("c")]);
    expect(seen.join("")).toMatch(/^a\|?b\|+c\|+a\|+b\|+c\|+a\|+b\|+c$/);
  });

  test("does not wait for timers that were replaced before they fired", async () => {
    const { setImmediate } = globalThis;
    globalThis.setImmediate = (() => undefined) as unknown as typeof setImmediate;
    const early = createPacer().pause();
    globalThis.setImmediate = setImmediate;
    await createPacer().pause();
    await early;
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
