import { GrownNodes } from "./grown-nodes.ts";
import { type HostWorker, startWorker } from "./host-worker.ts";
import type { Pacer } from "./pacer.ts";
import { NodeSlot, TreeSlot } from "./tree-slots.ts";
import type { TreePlace } from "./tree-task.ts";
import { WorkerFailedError } from "./worker-failed-error.ts";

/** Milliseconds between two looks at the signal while a worker is busy. */
const LOOK_AFTER = 20;

/** A thread beside the caller's, which grows one tree at a time in a shared memory. */
export class TreeWorker {
  readonly #worker: HostWorker;
  #settle: { resolve(chunks: Float64Array[]): void; reject(reason: unknown): void } | null = null;
  #failure: WorkerFailedError | null = null;

  private constructor(
    readonly number: number,
    worker: HostWorker,
  ) {
    this.#worker = worker;
    worker.listen(
      (chunks) => this.#settle?.resolve(chunks as Float64Array[]),
      (reason) => {
        this.#failure = new WorkerFailedError(number, reason);
        this.#settle?.reject(this.#failure);
      },
    );
    worker.hold(false);
  }

  /** Null where the host has no workers, or refuses one. */
  static start(number: number): TreeWorker | null {
    const worker = startWorker();
    return worker && new TreeWorker(number, worker);
  }

  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Grows the tree that the room began. Rejects with the signal's reason soon after it was given, the worker at rest. */
  async grow(room: TreePlace, module: object, memory: object, pacer: Pacer): Promise<GrownNodes> {
    if (this.#failure !== null) throw this.#failure;
    const { slots, width } = room;
    const slotAt = (slot: number) => slots.byteOffset + 8 * slot;
    const answer = new Promise<Float64Array[]>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    slots[TreeSlot.stop] = 0;
    this.#worker.hold(true);
    try {
      this.#worker.post({
        module,
        memory,
        job: slots.byteOffset,
        written: slotAt(TreeSlot.written),
        nodes: slots[TreeSlot.nodes],
        numbers: NodeSlot.end + width,
        stop: slotAt(TreeSlot.stop),
      });
      const chunks = await this.#untilAnswered(answer, slots, pacer);
      const grown = new GrownNodes(width);
      for (const chunk of chunks) grown.add(chunk);
      return grown;
    } finally {
      this.#settle = null;
      this.#worker.hold(false);
    }
  }

  async #untilAnswered(answer: Promise<Float64Array[]>, slots: Float64Array, pacer: Pacer): Promise<Float64Array[]> {
    for (;;) {
      const chunks = await Promise.race([answer, after(LOOK_AFTER)]);
      if (chunks !== null) return chunks;
      try {
        await pacer.pause();
      } catch (reason) {
        // The worker looks at the slot's first half.
        Atomics.store(new Int32Array(slots.buffer, slots.byteOffset + 8 * TreeSlot.stop, 1), 0, 1);
        await answer.catch(() => {});
        throw reason;
      }
    }
  }
}

function after(milliseconds: number): Promise<null> {
  const { setTimeout } = globalThis as unknown as { setTimeout(done: () => void, milliseconds: number): unknown };
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });
}
