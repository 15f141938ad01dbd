/** Signs of the text that stand for a byte, after none, the first or the second of the two others, which shift by as many. */
const DIGITS = 88;

/** Printable signs from "#" on, but for "<" and "\", which a page or a bundler would have to write otherwise. */
const FIRST = 35;
const LESS_THAN = 60;
const BACKSLASH = 92;

/** What is added to a byte before it is written: the one that begins every vector instruction then takes one sign. */
const SHIFT = 3;

/**
 * The bytes of a text that `build-assembly.mjs` wrote: most take one sign, the others two. Bytes are whole signs, so gzip finds what
 * repeats itself as it would in the binary: the text comes to 2.3 kB less than hexadecimal digits, and 8 kB less than base64.
 */
export function decodeBinary(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let count = 0;
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code - FIRST - (code > LESS_THAN ? 1 : 0) - (code > BACKSLASH ? 1 : 0);
    if (digit >= DIGITS) high = DIGITS * (digit - DIGITS + 1);
    else {
      bytes[count++] = high + digit - SHIFT;
      high = 0;
    }
  }
  return bytes.slice(0, count);
}
