const ARENA_ALIGNMENT = 16;

export function alignBytes(bytes: number): number {
  return Math.ceil(bytes / ARENA_ALIGNMENT) * ARENA_ALIGNMENT;
}

/** The size of a lease for views of these sizes in bytes, each padded to its alignment. */
export function arenaBytes(byteLengths: Iterable<number>): number {
  let sum = 0;
  for (const bytes of byteLengths) sum += alignBytes(bytes);
  return sum;
}
