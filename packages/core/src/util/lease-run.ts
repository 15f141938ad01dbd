import { type Arena, ArenaTooLargeError, checkArenaBytes, leaseArena, leaseSharedArena } from "@cambium/kernels";
import { CambiumError } from "./cambium-error.ts";

/** The memory of a whole fit; where no memory can be so large, that is said as a mistake of the user's. */
export function leaseRun(bytes: number): Promise<Arena> {
  return leaseArena(bytes).catch((cause: unknown) => {
    throw asMistake(cause);
  });
}

/** Says it before anything is done for a run that needs at least so many bytes. */
export function checkRunBytes(bytes: number): void {
  try {
    checkArenaBytes(bytes);
  } catch (cause) {
    throw asMistake(cause);
  }
}

function asMistake(cause: unknown): unknown {
  if (!(cause instanceof ArenaTooLargeError)) return cause;
  return new CambiumError("too-large", cause.message.replace("cambium: ", ""), { cause });
}

/** The same for up to `threads` that share it; with as many as this host and a memory allow, and why they are no more. */
export async function leaseSharedRun(
  bytesFor: (threads: number) => number,
  threads: number,
): Promise<{ readonly arena: Arena; readonly refusal: string | null }> {
  if (threads === 1) return { arena: await leaseRun(bytesFor(1)), refusal: null };
  const { arena, refusal } = await leaseSharedArena(bytesFor(threads), threads);
  return { arena: arena ?? (await leaseRun(bytesFor(1))), refusal };
}
