import { type Arena, growKernels, leaseArena, leaseSharedArena } from "../../src/index.ts";

/** An arena for so many threads, in a host that is known to have the kernels. */
export async function lease(bytes: number, threads = 1): Promise<Arena> {
  const arena =
    threads === 1 ? await leaseArena(growKernels, bytes) : (await leaseSharedArena(growKernels, bytes, threads)).arena;
  if (arena === null) throw new Error(`expected kernels on ${threads} threads`);
  return arena;
}
