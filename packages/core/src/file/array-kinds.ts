/** The kinds of numbers in a file. */
export const arrayKinds = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  f64: Float64Array,
} as const;

export type ArrayKind = keyof typeof arrayKinds;
export type ArrayOf<K extends ArrayKind> = InstanceType<(typeof arrayKinds)[K]>;
export type AnyArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The next multiple of 8. */
export function padTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/** Turns bytes of numbers from the order of the host into that of files, which is little-endian, or back: in place. */
export function inFileOrder<B extends Uint8Array>(bytes: B, bytesOfOne: number): B {
  const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;
  for (let at = 0; at < bytes.length && isBigEndian; at += bytesOfOne) bytes.subarray(at, at + bytesOfOne).reverse();
  return bytes;
}
