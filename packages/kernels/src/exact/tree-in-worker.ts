import type { Arena } from "../arena/arena.ts";
import { storeWord } from "../arena/shared-words.ts";
import { TreeSlot } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { timer } from "../host/timer.ts";

/** Milliseconds between two looks at the signal while a worker is busy. */
const LOOK_AFTER = 20;

/**
 * Has the worker of a thread grow the tree of a room's slots that was begun, and gives the nodes as the kernel writes them. Rejects with the signal's
 * reason soon after it was given, the worker at rest.
 */
export async function growInWorker(arena: Arena, thread: number, slots: Float64Array, pacer: Pacer) {
  const worker = arena.workers[thread - 1];
  worker.check();
  slots[TreeSlot.stop] = 0;
  const { kernels, memory } = arena.memory;
  const answer = worker.ask({ module: kernels.module, memory, job: slots.byteOffset }) as Promise<Float64Array[]>;
  for (;;) {
    const chunks = await Promise.race([answer, timer(LOOK_AFTER).done]);
    if (chunks !== null) return chunks;
    try {
      await pacer.pause();
    } catch (reason) {
      // The worker looks at the slot's first half.
      storeWord(new Int32Array(slots.buffer, slots.byteOffset + 8 * TreeSlot.stop, 1), 0, 1);
      await answer.catch(() => {});
      throw reason;
    }
  }
}
