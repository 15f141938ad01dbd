/**
 * The CRC-32 of zip and PNG (polynomial 0xEDB88320, reflected, inverted at both ends), built up piece by piece: the pieces may have
 * any lengths, so that whoever sums a large file can pause in between. It detects every single flipped bit, and every run of
 * damage that spans up to 32 bits.
 */
export class Crc32 {
  #state = -1;

  /** Adds the bytes that come next. */
  add(bytes: Uint8Array): this {
    this.#state = advance(this.#state, bytes);
    return this;
  }

  /** The checksum of all bytes so far, from 0 to 2^32 − 1. */
  get value(): number {
    return ~this.#state >>> 0;
  }
}

/** Slicing by 8: eight bytes a step, each by a table of its own. */
function advance(start: number, bytes: Uint8Array): number {
  tables ??= makeTables();
  const t = tables;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = start;
  let at = 0;
  for (; at + 8 <= bytes.length; at += 8) {
    const a = crc ^ view.getInt32(at, true);
    const b = view.getInt32(at + 4, true);
    crc =
      t[1792 | (a & 255)] ^
      t[1536 | ((a >>> 8) & 255)] ^
      t[1280 | ((a >>> 16) & 255)] ^
      t[1024 | (a >>> 24)] ^
      t[768 | (b & 255)] ^
      t[512 | ((b >>> 8) & 255)] ^
      t[256 | ((b >>> 16) & 255)] ^
      t[b >>> 24];
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t[(crc ^ bytes[at]) & 255];
  return crc;
}

let tables: Int32Array | undefined;

/** Entry 256 k + b: what the byte b becomes when k bytes of 0 follow it. Made at the first use. */
function makeTables(): Int32Array {
  const t = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    t[byte] = crc;
  }
  for (let i = 256; i < t.length; i++) t[i] = (t[i - 256] >>> 8) ^ t[t[i - 256] & 255];
  return t;
}
