import { arenaBytes } from "../arena/arena-bytes.ts";
import { leaseArenaNow } from "../arena/lease-arena.ts";
import { predictKernels } from "./predict-kernels.ts";

/** Scores that are brought to the kernels at once: 64 kB. */
const BLOCK = 8192;

/** Turns scores into probabilities by the logistic function, in place; false where the host has no memory for it. */
export function linkScores(scores: Float64Array): boolean {
  const arena = leaseArenaNow(predictKernels, arenaBytes([8 * BLOCK]));
  if (arena === null) return false;
  try {
    const block = arena.float64(BLOCK);
    for (let from = 0; from < scores.length; from += BLOCK) {
      const part = scores.subarray(from, from + BLOCK);
      block.set(part);
      arena.loops.linkLogistic(block.byteOffset, part.length);
      part.set(block.subarray(0, part.length));
    }
    return true;
  } finally {
    arena.release();
  }
}
