import type { Arena } from "../arena/arena.ts";
import { storeWord } from "../arena/shared-words.ts";
import { TreeSlot } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { timer } from "../host/timer.ts";

/** Milliseconds between two looks at the signal while a worker is busy. */
const LOOK_AFTER = 20;

/**
 * Has the worker of a thread grow the tree of a room's slots that was begun, and gives the nodes as the kernel writes them; null where the
 * host refuses the worker. Rejects with the signal's reason soon after it was given, the worker at rest.
 */
export async function growInWorker(
  arena: Arena,
  thread: number,
  slots: Float64Array,
  pacer: Pacer,
): Promise<Float64Array[] | null> {
  const worker = arena.workers[thread - 1];
  if (!(await inPauses(worker.ready, pacer))) return null;
  worker.check();
  slots[TreeSlot.stop] = 0;
  const { kernels, memory } = arena.memory;
  const answer = worker.ask({ module: kernels.module, memory, job: slots.byteOffset }) as Promise<Float64Array[]>;
  try {
    return await inPauses(answer, pacer);
  } catch (reason) {
    // The worker looks at the slot's first half.
    storeWord(new Int32Array(slots.buffer, slots.byteOffset + 8 * TreeSlot.stop, 1), 0, 1);
    await answer.catch(() => {});
    throw reason;
  }
}

/** What a worker comes to. Pauses meanwhile, so that a signal is heard. */
async function inPauses<T>(answer: Promise<T>, pacer: Pacer): Promise<T> {
  for (;;) {
    const given = await Promise.race([answer, timer(LOOK_AFTER).done]);
    if (given !== null) return given;
    await pacer.pause();
  }
}
