const IMPORT_SECTION = 2;
const MEMORY_IMPORT = 2;
const SHARED_WITH_MAXIMUM = 3;
const UNSHARED_WITH_MAXIMUM = 1;

/**
 * Declares the memory import of a binary unshared, in place. One build serves both kinds of memory: they differ in
 * this one byte, the limits flag, which follows the first import's two names and its kind.
 */
export function unshareMemory(binary: Uint8Array): void {
  let at = 8; // after the magic number and the version

  /** The unsigned LEB128 number at `at`. */
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = binary[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };

  while (at < binary.length) {
    const section = number();
    const bytes = number();
    if (section !== IMPORT_SECTION) {
      at += bytes;
      continue;
    }
    if (number() < 1) break;
    for (let name = 0; name < 2; name++) {
      const length = number();
      at += length;
    }
    if (number() !== MEMORY_IMPORT || binary[at] !== SHARED_WITH_MAXIMUM) break;
    binary[at] = UNSHARED_WITH_MAXIMUM;
    return;
  }
  throw new Error("cambium: kernels: expected a shared memory as the first import; run npm run generate");
}
