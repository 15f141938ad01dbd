import { type Arena, ArenaTooLargeError, leaseArena } from "@cambium/kernels";
import { CambiumError } from "../util/cambium-error.ts";

/** The memory of a whole fit; where no memory can be so large, that is said as a mistake of the user's. */
export function leaseRun(bytes: number): Promise<Arena> {
  return leaseArena(bytes).catch((cause: unknown) => {
    if (!(cause instanceof ArenaTooLargeError)) throw cause;
    throw new CambiumError("too-large", cause.message.replace("cambium: ", ""), { cause });
  });
}
