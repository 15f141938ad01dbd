import { expect } from "vitest";

/**
 * Vitest compares arrays of numbers one by one, which takes seconds for a tree of ten thousand nodes. Arrays of one kind
 * with the same bytes are equal by all its rules; of any others it finds out itself, and says where they differ.
 */
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (!ArrayBuffer.isView(one) || !ArrayBuffer.isView(other) || one.constructor !== other.constructor)
      return undefined;
    return Buffer.compare(bytesOf(one), bytesOf(other)) === 0 ? true : undefined;
  },
]);

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
