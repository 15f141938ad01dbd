import { reasonText } from "../host/reason-text.ts";
import { unshareMemory } from "../host/unshare-memory.ts";
import type { Arena } from "./arena.ts";
import { importsOfLoss, type OwnLoss, putLoss } from "./own-loss.ts";
import { hostOrThrow } from "./wasm-memory.ts";

/**
 * Has the tasks of an arena derive by this loss, before `team` starts its workers. Null, or why the host does not compile it: then nothing
 * may.
 */
export async function takeLoss(arena: Arena, { module }: OwnLoss): Promise<string | null> {
  const { loops } = arena;
  const { kernels, memory } = arena.memory;
  try {
    const host = hostOrThrow();
    const binary = module.slice();
    if (!kernels.isShared) unshareMemory(binary);
    const compiled = await host.compile(binary);
    // Not at once: a page's main thread may refuse an instance that it has to wait for.
    const { exports } = await host.instantiate(compiled, importsOfLoss(loops, memory));
    putLoss(loops, exports);
    arena.loss = compiled;
    return null;
  } catch (reason) {
    return reasonText(reason);
  }
}
