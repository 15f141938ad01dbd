import { type Kernels, kernelModule, kernelModuleNow } from "../host/configure-kernels.ts";
import { giveWorkersBack, takeWorkers } from "../host/idle-workers.ts";
import { MOST_PAGES, PAGE_BYTES } from "../host/web-assembly.ts";
import { Arena } from "./arena.ts";
import { ArenaTooLargeError } from "./arena-too-large-error.ts";
import type { TeamLoops } from "./team.ts";
import { WasmArenaMemory } from "./wasm-memory.ts";

const MOST_BYTES = MOST_PAGES * PAGE_BYTES;

/** Resolves when the last shared arena that was released is given back. */
let returning: Promise<void> = Promise.resolve();

/** Throws where no memory can be so large: what is to be leased later can be refused before work is done for it. */
export function checkArenaBytes(bytes: number): void {
  if (!(bytes <= MOST_BYTES)) throw new ArenaTooLargeError(bytes, `${MOST_BYTES} bytes (4 GiB)`);
}

/** Whether the next lease finds the kernels. Where it does not, its caller computes the same in plain TypeScript. */
export async function hasKernels(kernels: Kernels): Promise<boolean> {
  return (await kernelModule(kernels)) !== null;
}

/**
 * An arena of at least `bytes` for these kernels, which `arenaBytes` adds up; null where the host refuses them. The first write to 28 MB of
 * new memory takes 16 to 30 ms, nearly all of it the host handing out pages; a used memory is only zeroed where the last run wrote, which takes 1 ms.
 * `fewer`: why there are fewer threads than were asked for.
 */
export async function leaseArena<L extends TeamLoops>(
  kernels: Kernels<L>,
  bytes: number,
  fewer: string | null = null,
): Promise<Arena<L> | null> {
  checkArenaBytes(bytes);
  const module = await kernelModule(kernels);
  if (module === null) return null;
  try {
    const memory = module.take(bytes) ?? (await WasmArenaMemory.create(module, bytes));
    return new Arena<L>(memory, () => module.put(memory), [], fewer);
  } catch (cause) {
    if ((cause as Partial<Error> | null)?.name === "RangeError")
      throw new ArenaTooLargeError(bytes, "what this host has free", { cause });
    throw cause;
  }
}

/**
 * The same without waiting, for what is done before its caller goes on. Null also where there is no such memory, or the
 * module is not there and the host does not compile at once.
 */
export function leaseArenaNow<L extends TeamLoops>(kernels: Kernels<L>, bytes: number): Arena<L> | null {
  if (!(bytes <= MOST_BYTES)) return null;
  const module = kernelModuleNow(kernels);
  if (module === null) return null;
  try {
    const memory = module.take(bytes) ?? WasmArenaMemory.createNow(module, bytes);
    return new Arena<L>(memory, () => module.put(memory));
  } catch {
    // A page's main thread may refuse an instance that it has to wait for.
    return null;
  }
}

/** A memory that threads share, and those threads. */
export interface SharedLease<L extends TeamLoops> {
  /** Null where this host gives no other thread than the caller's. */
  readonly arena: Arena<L> | null;
  /** Why there are fewer threads than were asked for; null where there are not. */
  readonly refusal: string | null;
}

/** The same in a memory that up to `threads` share, the caller's among them. */
export async function leaseSharedArena<L extends TeamLoops>(
  kernels: Kernels<L>,
  bytes: number,
  threads: number,
): Promise<SharedLease<L>> {
  if (!(bytes <= MOST_BYTES))
    return { arena: null, refusal: `${bytes} bytes for so many are more than one memory has` };
  const module = await kernelModule(kernels, true);
  if (module === null) return { arena: null, refusal: await whyNoneIsShared(kernels) };
  // Those of a run that has just ended are on their way.
  await returning;
  const { workers, refusal } = takeWorkers(threads - 1);
  if (workers.length === 0) return { arena: null, refusal };
  try {
    const memory = module.take(bytes) ?? (await WasmArenaMemory.create(module, bytes));
    const giveBack = (atRest: Promise<unknown>) => {
      returning = atRest.then(() => {
        giveWorkersBack(workers);
        module.put(memory);
      });
    };
    return { arena: new Arena<L>(memory, giveBack, workers, refusal), refusal };
  } catch {
    giveWorkersBack(workers);
    return { arena: null, refusal: `this host has no ${bytes} bytes that they could share` };
  }
}

async function whyNoneIsShared(kernels: Kernels): Promise<string> {
  if (!(await hasKernels(kernels))) return "plain TypeScript has no memory to share";
  return "its module of the kernels was not compiled for a memory that threads share";
}
