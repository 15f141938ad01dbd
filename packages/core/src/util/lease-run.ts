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

/** A memory for the kernels. */
export interface RunLease {
  /** Null where the host refuses the kernels. */
  readonly arena: Arena | null;
  /** Why there are fewer threads than were asked for; null where there are not, or no kernels. */
  readonly refusal: string | null;
}

/** The memory of a whole fit, which up to `threads` share: with as many as this host and a memory allow. */
export async function leaseSharedRun(bytesFor: (threads: number) => number, threads: number): Promise<RunLease> {
  const { arena, refusal } = threads === 1 ? NO_LEASE : await leaseSharedArena(growKernels, bytesFor(threads), threads);
  if (arena !== null) return { arena, refusal };
  const alone = await leaseArena(growKernels, bytesFor(1)).catch((cause: unknown) => {
    throw asMistake(cause);
  });
  return { arena: alone, refusal: alone === null ? null : refusal };
}

const NO_LEASE = { arena: null, refusal: null };
