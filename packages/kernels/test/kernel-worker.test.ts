import { Worker } from "node:worker_threads";
import { describe, expect, it, vi } from "vitest";
import type { Arena } from "../src/arena/arena.ts";
import { growInWorker } from "../src/exact/tree-in-worker.ts";
import { TreeSlot } from "../src/generated/tree-layout.ts";
import { KernelWorker } from "../src/host/kernel-worker.ts";
import { configureKernels, createPacer, WorkerFailedError } from "../src/index.ts";

describe("a worker", () => {
  it("that crashes is an error that names it, for the tree at hand and for the next", async () => {
    const worker = new KernelWorker(7, { refusal: null });
    const slots = new Float64Array(new SharedArrayBuffer(8 * TreeSlot.size));
    const arena = {
      workers: [worker],
      memory: { kernels: { module: { not: "a module" } }, memory: {} },
    } as unknown as Arena;
    const grow = () => growInWorker(arena, 1, slots, createPacer());
    await expect(grow()).rejects.toThrow(/^cambium: worker 7 failed: .*pass threads: 1 to do without workers$/);
    await expect(grow()).rejects.toBeInstanceOf(WorkerFailedError);
    expect(worker.hasFailed).toBe(true);
  });

  it("that says nothing within ten seconds is refused", async () => {
    vi.useFakeTimers();
    try {
      configureKernels({ worker: () => new Worker("setInterval(() => {}, 1000)", { eval: true }) });
      const worker = new KernelWorker(1, { refusal: null });
      const slots = new Float64Array(new SharedArrayBuffer(8 * TreeSlot.size));
      const grown = growInWorker({ workers: [worker] } as unknown as Arena, 1, slots, createPacer());
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await grown).toBeNull();
      worker.check();
      expect(worker.refusal).toBe(
        'expected a worker to begin with "cambium worker 4", got none within 10 s; serve the file of this version',
      );
    } finally {
      vi.useRealTimers();
      configureKernels({});
    }
  });
});
