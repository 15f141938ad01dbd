/** The codes that go to the first child, as a tree keeps them; those that the node does not have go to the heavier one. */
export function categoryBitset(
  categoryCount: number,
  left: readonly number[],
  right: readonly number[],
  absentGoLeft: boolean,
): Uint32Array {
  const bits = new Uint32Array(Math.ceil(categoryCount / 32));
  if (absentGoLeft) {
    for (let code = 0; code < categoryCount; code++) bits[code >>> 5] |= 1 << (code & 31);
    for (const code of right) bits[code >>> 5] &= ~(1 << (code & 31));
  } else for (const code of left) bits[code >>> 5] |= 1 << (code & 31);
  return bits;
}
