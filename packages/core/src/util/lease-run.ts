import {
  type Arena,
  ArenaTooLargeError,
  checkArenaBytes,
  growKernels,
  leaseArena,
  leaseSharedArena,
} from "@cambium/kernels";
import { CambiumError } from "./cambium-error.ts";

/** Says it before anything is done for a run that needs at least so many bytes: a memory has 4 GiB. */
export function checkRunBytes(bytes: number): void {
  try {
    checkArenaBytes(bytes);
  } catch (cause) {
    throw asMistake(cause);
  }
}

/** What a run makes to work in, of so many bytes; where there is no room for it, that is said as a mistake of the user's. */
export function makeForRun<T>(bytes: number, make: () => T): T {
  checkRunBytes(bytes);
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw asMistake(new ArenaTooLargeError(bytes, "what this host has free", { cause }));
  }
}

function asMistake(cause: unknown): unknown {
  if (!(cause instanceof ArenaTooLargeError)) return cause;
  return new CambiumError("too-large", cause.message.replace("cambium: ", ""), { cause });
}

/** The memory of a whole fit, which up to `threads` share: with as many as this host and a memory allow; null where it refuses the kernels. */
export async function leaseSharedRun(bytesFor: (threads: number) => number, threads: number): Promise<Arena | null> {
  const { arena, refusal } = threads === 1 ? NO_LEASE : await leaseSharedArena(growKernels, bytesFor(threads), threads);
  if (arena !== null) return arena;
  return leaseArena(growKernels, bytesFor(1), refusal).catch((cause: unknown) => {
    throw asMistake(cause);
  });
}

const NO_LEASE = { arena: null, refusal: null };
