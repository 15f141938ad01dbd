import { execFileSync } from "node:child_process";
import { once } from "node:events";
import workerThreads, { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  boosting,
  configureKernels,
  createDataset,
  FitAbortedError,
  type Model,
  type TableInput,
} from "../../src/index.ts";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { threadTime } from "../support/thread-time.ts";

afterEach(() => configureKernels({}));

/** A target that takes deep trees, in columns with gaps and of few values too. */
function noisyTable(rows: number, seed = 7) {
  const next = randomNumbers(seed);
  const column = () => Float64Array.from({ length: rows }, next);
  const [a, b, c] = [column(), column(), column()];
  const gaps = a.map((value) => (next() < 0.2 ? Number.NaN : Math.floor(20 * value)));
  return { a, b, c, gaps, y: a.map((value, row) => Math.floor(4 * value) * b[row] + next()) };
}

const run = { target: "y" };
const ON_TWO = "the binned engine grew the trees on 2 threads";
const learner = boosting({ rounds: 6, splitter: "histogram", maxDepth: 5 });

/** The model of two threads, which must be the one of a single thread. */
async function expectRight(table: TableInput, fitted: typeof learner = learner): Promise<Model> {
  const model = await fitted.fit(table, { ...run, threads: 2 });
  expect(model.report).toContain(ON_TWO);
  expect(digest(model)).toBe(digest(await fitted.fit(table, { ...run, threads: 1 })));
  return model;
}

/** A worker that shares the tasks of boards, the first part of which is from word 128 on, and after so many of them, of one board or another, does this. */
const workerThat = (does: string, tasks: number) => () =>
  new Worker(
    `const { parentPort } = require("node:worker_threads");
    let done = 0;
    parentPort.on("message", ({ module, memory, board, thread }) => {
      const { takeTask } = new WebAssembly.Instance(module, { env: { memory } }).exports;
      const words = new Int32Array(memory.buffer, board, 160);
      while (Atomics.load(words, 33) === 0) {
        if (done >= ${tasks}) { ${does} }
        done += takeTask(board, thread);
      }
      parentPort.postMessage(null);
    });
    parentPort.postMessage("cambium worker 4");`,
    { eval: true },
  );

describe("threads inside the trees of boosting", () => {
  it.each([
    ["as soon as it is told to work", 0, "process.exit(5);", "it ended with code 5"],
    ["after a hundred tasks", 100, "process.exit(5);", "it ended with code 5"],
    [
      "with a task in its hands, which nobody else will do",
      100,
      'if (Atomics.load(words, 128) > 0 && Atomics.sub(words, 128, 1) > 0) throw new Error("out of luck");',
      "out of luck",
    ],
    [
      "with the lock of a histogram in its hands, on which the caller's thread waits",
      100,
      // A list of kind 0 sums a root: word 12 of its job, of which each of its tasks is a share, is the lock.
      `const [kind, job] = new Uint32Array(memory.buffer, words[0], 2);
      if (kind === 0 && Atomics.load(words, 128) > 0) {
        const lock = new Int32Array(memory.buffer, job + 48, 1);
        if (Atomics.compareExchange(lock, 0, 0, 1) === 0) {
          if (Atomics.load(words, 128) > 0) throw new Error("out of luck");
          Atomics.store(lock, 0, 0);
        }
      }`,
      "out of luck",
    ],
  ])(
    "end in one error that names the worker that crashes %s, and the next fit has another",
    async (_when, tasks, does, why) => {
      const table = noisyTable(20_000);
      configureKernels({ worker: workerThat(does, tasks) });
      expect(
        await failureOf(() => boosting({ rounds: 100_000, splitter: "histogram" }).fit(table, { ...run, threads: 2 })),
      ).toMatch(
        new RegExp(`^worker-failed \\| cambium: worker \\d+ failed: ${why}; pass threads: 1 to do without workers$`),
      );
      configureKernels({});
      await expectRight(table);
    },
  );

  it.each([
    ["a tree at a time", (y: number) => y],
    ["two trees at the same time", (y: number) => `${Math.floor(((y % 4) + 4) % 4)}`],
  ])(
    "end in an error that names the worker, whenever it is that one is killed, and the next fit is right: %s",
    async (_, targetOf) => {
      const plain = noisyTable(4000);
      const table = { ...plain, y: Array.from<number, number | string>(plain.y, targetOf) };
      const endless = boosting({ rounds: 100_000, splitter: "histogram", maxDepth: 6 });
      const small = await createDataset(noisyTable(500), run);
      const right = digest(await learner.fit(small, { threads: 1 }));
      const data = await createDataset(table, run);
      const next = randomNumbers(11);
      let workers: Worker[] = [];
      const ready = new Set<Worker>();
      const serve = workerThat("", 1e9);
      configureKernels({
        worker: () => {
          const worker = serve();
          workers.push(worker);
          worker.once("message", () => ready.add(worker));
          return worker;
        },
      });
      for (let kill = 0; kill < 50; kill++) {
        const spared = Math.floor(12 * next());
        let turns = 0;
        // Turn after turn of the event loop: the fit is somewhere in a list of tasks.
        const onTurn = () => {
          if (turns++ < spared) setImmediate(onTurn);
          else void workers[kill % 2].terminate();
        };
        let isBegun = false;
        const onRound = () => {
          if (isBegun || !workers.every((worker) => ready.has(worker))) return;
          isBegun = true;
          onTurn();
        };
        expect(await failureOf(() => endless.fit(data, { threads: 3, onRound }))).toMatch(
          /^worker-failed \| cambium: worker \d+ failed: it ended with code 1; pass threads: 1 to do without workers$/,
        );
        workers = workers.filter(({ threadId }) => threadId > 0);
        expect(digest(await learner.fit(small, { threads: 3 }))).toBe(right);
      }
    },
  );

  it("leave out a worker that crashed while it waited for more: the next fit has another", async () => {
    const started: Worker[] = [];
    const ready: Promise<unknown>[] = [];
    const table = noisyTable(2000);
    const serve = workerThat("", 1e9);
    configureKernels({
      worker: () => {
        const worker = serve();
        started.push(worker);
        ready.push(once(worker, "message"));
        return worker;
      },
    });
    await expectRight(table);
    await expectRight(table);
    expect(started).toHaveLength(1);
    await ready[0];
    await started[0].terminate();
    await expectRight(table);
    expect(started).toHaveLength(2);
  });

  it("stop within 100 ms of an abort, and leave memory and workers that the next fit uses", async () => {
    const small = noisyTable(2000);
    await expectRight(small);
    const table = await createDataset(noisyTable(60_000), run);
    const endless = boosting({ rounds: 100_000, splitter: "histogram", maxDepth: 8 });
    for (const milliseconds of [0, 5, 30, 150]) {
      const controller = new AbortController();
      let began = 0;
      setTimeout(() => {
        began = threadTime();
        controller.abort(new Error("enough"));
      }, milliseconds);
      const error = await endless.fit(table, { threads: 2, signal: controller.signal }).catch((reason) => reason);
      expect(threadTime() - began).toBeLessThanOrEqual(100);
      expect(error).toBeInstanceOf(FitAbortedError);
      await expectRight(small);
    }
  });

  it("give their memory back and use the same workers, fit after fit", async () => {
    const data = await createDataset(noisyTable(500), run);
    const small = boosting({ rounds: 2, splitter: "histogram", maxDepth: 3 });
    const [alone, two] = [await small.fit(data, { threads: 1 }), await small.fit(data, { threads: 2 })];
    const started = [vi.spyOn(workerThreads, "Worker"), vi.spyOn(host.WebAssembly, "Memory")];
    for (let i = 0; i < 50; i++) await small.fit(data, { threads: 2 });
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 150; i++) await small.fit(data, { threads: 2 });
    // One that kept its memory would show twice: 40 MB would have come together, and each fit would have asked for another.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(30);
    for (const spied of started) {
      expect(spied).not.toHaveBeenCalled();
      spied.mockRestore();
    }
    expect(digest(two)).toBe(digest(alone));
  });

  it("give the right bytes to fits at the same time, of one dataset and of two", async () => {
    const [data, other] = [await createDataset(noisyTable(9000), run), await createDataset(noisyTable(5000, 8), run)];
    const deep = boosting({ rounds: 6, splitter: "histogram", maxLeaves: 30, maxDepth: 30 });
    const together = await Promise.all([
      learner.fit(data, { threads: 2 }),
      deep.fit(data, { threads: 2 }),
      learner.fit(other, { threads: 3 }),
    ]);
    const [fresh, freshOther] = [noisyTable(9000), noisyTable(5000, 8)];
    const alone = [await learner.fit(fresh, run), await deep.fit(fresh, run), await learner.fit(freshOther, run)];
    expect(together.map(digest)).toEqual(alone.map(digest));
  });

  it("are not disturbed by another fit of the same dataset that is aborted while it cuts the columns", async () => {
    const data = await createDataset(noisyTable(60_000), run);
    const controller = new AbortController();
    const stopped = learner.fit(data, { threads: 2, signal: controller.signal });
    const other = learner.fit(data, { threads: 2 });
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    expect(digest(await other)).toBe(digest(await learner.fit(noisyTable(60_000), run)));
  });

  it("let the process end within a second with the code 0, and not before the fit", () => {
    const script = new URL("../support/boosting-on-threads.ts", import.meta.url);
    const root = new URL("../../../../", import.meta.url);
    const printed = execFileSync("npm", ["run", "-s", "example", script.pathname], { cwd: root, encoding: "utf8" });
    const said = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
    expect(said).toMatchObject({ code: 0, rounds: 20 });
    expect(said.report).toContain(ON_TWO);
    expect(said.waited).toBeLessThan(1000);
  });

  it("are one where the host starts no worker, which the report tells, and the bytes are the same", async () => {
    const table = noisyTable(3000);
    const alone = digest(await learner.fit(table, run));
    const refuse = () => {
      throw new Error("this host forbids workers");
    };
    configureKernels({ worker: refuse });
    const model = await learner.fit(table, { ...run, threads: 2 });
    expect(digest(model)).toBe(alone);
    expect(model.report).toContain("of 2 threads this host gave 1: this host forbids workers");
    expect(model.report.join()).not.toContain(ON_TWO);
  });

  it("do not wait for a worker that is slow to start: the fit ends without it, to the same bytes", async () => {
    const table = noisyTable(3000);
    const alone = digest(await learner.fit(table, run));
    const silent: Worker[] = [];
    configureKernels({
      worker: () => {
        silent.push(new Worker("setInterval(() => {}, 1000)", { eval: true }));
        return silent[0];
      },
    });
    const started = performance.now();
    expect(digest(await learner.fit(table, { ...run, threads: 2 }))).toBe(alone);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(silent).toHaveLength(1);
    await silent[0].terminate();
  });

  it("are one where memory can not be shared, which the report tells, and the bytes are the same", async () => {
    const table = noisyTable(3000);
    const alone = digest(await learner.fit(table, run));
    const { Memory } = host.WebAssembly;
    host.WebAssembly.Memory = class extends Memory {
      constructor(options: { shared?: boolean }) {
        if (options.shared) throw new TypeError("shared memory is not available");
        super(options);
      }
    };
    try {
      configureKernels({});
      const model = await learner.fit(table, { ...run, threads: 2 });
      expect(digest(model)).toBe(alone);
      expect(model.report).toContainEqual(expect.stringMatching(/^of 2 threads this host gave 1: /));
      expect(model.report.join()).not.toContain(ON_TWO);
    } finally {
      host.WebAssembly.Memory = Memory;
    }
  });

  it("are one where the host refuses WebAssembly, which the report says, and the bytes are the same", async () => {
    const table = noisyTable(3000);
    const alone = digest(await learner.fit(table, run));
    configureKernels({ module: null });
    const model = await learner.fit(table, { ...run, threads: 2 });
    expect(digest(model)).toBe(alone);
    const ran = "grew the trees on 1 of 2 threads, because this host refuses WebAssembly";
    expect(model.report.join()).toContain(ran);
  });
});

/** Node's types leave it to those of the DOM. */
const host = globalThis as unknown as { WebAssembly: { Memory: new (options: { shared?: boolean }) => object } };
