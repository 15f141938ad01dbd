/** Of two features on which cuts gain alike in the node of this path, whether the first one's is taken: as core's `winsTie`. Ties go to the lowest feature where the key is below 0. */
export function winsTieOf(key: number, path: number, feature: number, rival: number): boolean {
  if (key < 0 || feature === rival) return feature < rival;
  const state = moreBits(key, path);
  const [bits, rivalBits] = [moreBits(state, feature), moreBits(state, rival)];
  return bits < rivalBits || (bits === rivalBits && feature < rival);
}

/** The state of core's `randomBits` after one more key below 2^32. */
function moreBits(state: number, key: number): number {
  return mix((mix(state ^ mix(key)) + 0x7f4a7c15) | 0) >>> 0;
}

/** A bijection of 32-bit integers, as in core's `random.ts`. */
function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
