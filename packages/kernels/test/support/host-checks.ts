import {
  arenaBytes,
  ColumnRoom,
  createPacer,
  exp,
  growKernels,
  leaseArena,
  linkScores,
  log,
  Team,
} from "../../src/index.ts";

/**
 * Figures whose bits must be the same in every host: a digest of `exp` and `log`; of each module a digest, null where there are no kernels: of a
 * column in bins, and of scores that became probabilities.
 */
export async function hostChecks(): Promise<{ functions: string; bins: string | null; links: string | null }> {
  return { functions: digestOfFunctions(), bins: await digestOfBins(), links: digestOfLinks() };
}

/** Over the bits of 20,000 results. */
export function digestOfFunctions(): string {
  const results = new Float64Array(20_000);
  for (let step = 0; step < 10_000; step++) {
    results[step] = exp((step - 5000) * 0.1421);
    results[10_000 + step] = log((step + 1) * 0.00317);
  }
  return digestOf(new Uint8Array(results.buffer));
}

function digestOfLinks(): string | null {
  const scores = Float64Array.from({ length: 5001 }, (_, at) => (at - 2500) * 0.311);
  return linkScores(scores) ? digestOf(new Uint8Array(scores.buffer)) : null;
}

async function digestOfBins(): Promise<string | null> {
  const shape = { rowCount: 5000, bytes: 8, maxBins: 40 };
  const arena = await leaseArena(growKernels, arenaBytes([4 * Team.words, ...ColumnRoom.byteLengths(shape, false)]));
  if (arena === null) return null;
  const room = new ColumnRoom(arena, shape, null);
  room.begin(Float64Array.from({ length: 5000 }, (_, row) => (row % 7 === 3 ? Number.NaN : ((row * 2477) % 5003) / 3)));
  await ColumnRoom.run([room], arena.team(), createPacer());
  const { bins, cuts } = room.take();
  arena.release();
  return digestOf(bins) + digestOf(new Uint8Array(cuts.buffer));
}

/** FNV-1a. */
function digestOf(bytes: ArrayLike<number>): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193) >>> 0;
  return hash.toString(16);
}
