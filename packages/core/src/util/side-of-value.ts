/*
 * The one rule by which rows go left or right, while a tree grows and when it predicts: 0 is the first child, 1 the second.
 */

/** NaN is missing. */
export function sideOfNumber(value: number, threshold: number, missingChild: number): number {
  if (value <= threshold) return 0;
  return Number.isNaN(value) ? missingChild : 1;
}

/** -1 is missing; `words` words of `bits` from `start` on mark the codes that go first, and a code beyond them goes second. */
export function sideOfCategory(
  code: number,
  bits: Uint32Array,
  start: number,
  words: number,
  missingChild: number,
): number {
  if (code < 0) return missingChild;
  const word = code >>> 5;
  return word < words && (bits[start + word] >>> (code & 31)) & 1 ? 0 : 1;
}

/**
 * The side by a surrogate, or -1 where it can not tell. For categories, `words` from `start` on are two bitsets of equal
 * length: the codes that go first, and the codes that are known; a surrogate on numbers has no words.
 */
export function sideBySurrogate(
  value: number,
  threshold: number,
  lowChild: number,
  bits: Uint32Array,
  start: number,
  words: number,
): number {
  if (words === 0) {
    const side = sideOfNumber(value, threshold, -1);
    return side < 0 || lowChild === 0 ? side : 1 - side;
  }
  const half = words / 2;
  if (sideOfCategory(value, bits, start + half, half, 1) === 1) return -1;
  return sideOfCategory(value, bits, start, half, -1);
}
