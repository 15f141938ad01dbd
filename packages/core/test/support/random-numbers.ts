/** Marsaglia's xorshift, so that test data neither changes from run to run nor comes from the code under test. */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2654435761 + 88172645) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Roughly normal: the sum of twelve uniform numbers has variance 1. */
export function roughlyNormal(random: () => number): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random();
  return sum;
}
