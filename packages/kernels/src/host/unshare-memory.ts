/** How a binary imports "env"."memory": with a maximum, and shared. */
const SHARED = "\x03env\x06memory\x02\x03";
const UNSHARED_WITH_MAXIMUM = 1;

/**
 * Declares the memory import of a binary unshared, in place. One build serves both kinds of memory: they differ in this one byte, which
 * follows the import's two names and its kind.
 */
export function unshareMemory(binary: Uint8Array): void {
  const codes = Array.from(SHARED, (sign) => sign.charCodeAt(0));
  const start = binary.findIndex((_, at) => codes.every((code, i) => binary[at + i] === code));
  if (start < 0)
    throw new Error("cambium: kernels: expected a shared memory as the first import; run npm run generate");
  binary[start + codes.length - 1] = UNSHARED_WITH_MAXIMUM;
}
