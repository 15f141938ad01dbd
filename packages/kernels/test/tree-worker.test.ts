import { describe, expect, it } from "vitest";
import { createPacer, WorkerFailedError } from "../src/index.ts";
import { TreeSlot } from "../src/tree-slots.ts";
import { TreeWorker } from "../src/tree-worker.ts";

describe("a worker", () => {
  it("that crashes is an error that names it, for the tree at hand and for the next", async () => {
    const worker = await TreeWorker.start(7);
    const room = {
      slots: new Float64Array(new SharedArrayBuffer(8 * TreeSlot.end)),
      width: 2,
      takeNodes: () => new Float64Array(0),
    };
    const grow = () => worker.grow(room, { not: "a module" }, { not: "a memory" }, createPacer());
    await expect(grow()).rejects.toThrow(/^cambium: worker 7 failed: .*pass threads: 1 to do without workers$/);
    await expect(grow()).rejects.toBeInstanceOf(WorkerFailedError);
    expect(worker.hasFailed).toBe(true);
  });
});
