import { CambiumError } from "../util/cambium-error.ts";
import { type AnyArray, inFileOrder, padTo8 } from "./array-kinds.ts";
import { toAsciiJson } from "./ascii-json.ts";
import { Crc32 } from "./crc32.ts";
import { CHECKSUM_BYTES, FILE_FORMAT, type FileKind, PREAMBLE_BYTES, SECTION_HEADER_BYTES } from "./file-kind.ts";

/** A section as its parts: arrays that stand one after the other, each padded with zeros to 8 bytes. */
export interface WrittenSection {
  readonly tag: string;
  readonly version: number;
  readonly parts: readonly AnyArray[];
}

/** A section of the first version, which all have so far. */
export function section(tag: string, parts: WrittenSection["parts"]): WrittenSection {
  return { tag, version: 1, parts };
}

/** The bytes of a file of these sections, which are given in the order that the kind lists; null is one that is left out. */
export function writeFile(
  { magic, noun }: FileKind,
  given: readonly (WrittenSection | null)[],
): Uint8Array<ArrayBuffer> {
  const sections = given.filter((one) => one !== null);
  const lengths = sections.map(({ parts }) => parts.reduce((sum, part) => sum + padTo8(part.byteLength), 0));
  const end = lengths.reduce((sum, length) => sum + SECTION_HEADER_BYTES + length, PREAMBLE_BYTES);
  const bytes = allocate(end + CHECKSUM_BYTES, noun);
  const view = new DataView(bytes.buffer);
  writeTag(bytes, 0, magic);
  view.setUint32(4, FILE_FORMAT, true);
  writeLength(view, 8, bytes.length);
  let at = PREAMBLE_BYTES;
  for (const [i, { tag, version, parts }] of sections.entries()) {
    writeTag(bytes, at, tag);
    view.setUint32(at + 4, version, true);
    writeLength(view, at + 8, lengths[i]);
    at += SECTION_HEADER_BYTES;
    for (const part of parts) {
      writeArray(bytes, at, part);
      at += padTo8(part.byteLength);
    }
  }
  view.setUint32(end, new Crc32().add(bytes.subarray(0, end)).value, true);
  return bytes;
}

/** The parts of a list whose length the reader cannot know: the length, then the numbers. */
export function counted(array: AnyArray): AnyArray[] {
  return [Uint32Array.of(array.length), array];
}

/** The parts of JSON: its length in bytes, then the text. */
export function jsonParts(value: unknown): AnyArray[] {
  return counted(toAsciiJson(value));
}

function allocate(bytes: number, noun: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(bytes);
  } catch {
    throw new CambiumError("too-large", `the ${noun} needs ${bytes} bytes, more than this host gives in one piece`);
  }
}

function writeTag(bytes: Uint8Array, at: number, tag: string): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = tag.charCodeAt(i);
}

function writeLength(view: DataView, at: number, length: number): void {
  view.setUint32(at, length % 2 ** 32, true);
  view.setUint32(at + 4, Math.floor(length / 2 ** 32), true);
}

function writeArray(file: Uint8Array, at: number, array: AnyArray): void {
  const copy = array.slice();
  const isOfFloats = copy instanceof Float64Array || copy instanceof Float32Array;
  for (let i = 0; i < copy.length && isOfFloats; i++) copy[i] = canonical(copy[i]);
  file.set(inFileOrder(new Uint8Array(copy.buffer), copy.BYTES_PER_ELEMENT), at);
}

/** One bit pattern for NaN and one for zero, so that what is equal has equal bytes. */
function canonical(value: number): number {
  return Number.isNaN(value) ? Number.NaN : value + 0;
}
