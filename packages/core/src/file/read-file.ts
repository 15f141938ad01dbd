import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { JsonReader } from "../util/json-reader.ts";
import { bytesOf, isDetached } from "../util/other-realms.ts";
import type { Turns } from "../util/turns.ts";
import { type ArrayKind, type ArrayOf, arrayKinds, inFileOrder, padTo8 } from "./array-kinds.ts";
import { readAscii } from "./ascii-json.ts";
import {
  CHECKSUM_BYTES,
  damagedFile,
  FILE_FORMAT,
  type FileKind,
  newerFile,
  PREAMBLE_BYTES,
  SECTION_HEADER_BYTES,
} from "./file-kind.ts";

/*
 * How a file is read, whoever wrote it:
 *   1. `expectWhole` checks that the bytes are a file of this kind and format, and as long as the file says.
 *   2. The caller computes the checksum of `summedBytes`, at once or in steps.
 *   3. `sectionsOf` refuses a file with another checksum, and finds the sections. Nothing else was looked at before.
 *   4. The caller reads the sections, and checks what they mean: whoever writes a checksum can write anything.
 */

/** The bytes, if they are a whole file of this kind by what stands at its beginning. */
export function expectWhole(kind: FileKind, input: Uint8Array | ArrayBuffer): Uint8Array {
  const { bad, reader } = kind;
  const isGone = isDetached(input);
  const bytes = isGone ? null : bytesOf(input);
  if (bytes === null) {
    const found = isGone ? "bytes whose memory was given away (transferred)" : describe(input);
    throw new CambiumError(bad, `${reader} expects the bytes that toBytes() gives, got ${found}`);
  }
  expectFormat(kind, bytes);
  if (bytes.length < PREAMBLE_BYTES + CHECKSUM_BYTES) throw cutShort(kind, PREAMBLE_BYTES + CHECKSUM_BYTES, bytes);
  const expected = readLength(viewOf(bytes), 8);
  if (bytes.length < expected) throw cutShort(kind, expected, bytes);
  if (bytes.length > expected) throw damagedFile(kind, `it has ${bytes.length} bytes, expected ${expected}`);
  return bytes;
}

function expectFormat(kind: FileKind, bytes: Uint8Array): void {
  const { bad, noun, magic, remake } = kind;
  const found = String.fromCharCode(...bytes.subarray(0, 4));
  if (bytes.length === 0 || found !== magic.slice(0, found.length)) {
    const what = `it begins with ${JSON.stringify(found)}, expected "${magic}"`;
    throw new CambiumError(bad, `this is not a Cambium ${noun}: ${what}`);
  }
  if (bytes.length < 8) return;
  const format = viewOf(bytes).getUint32(4, true);
  if (format > FILE_FORMAT) throw newerFile(kind, `format ${format}`, `reads format ${FILE_FORMAT}`);
  if (format === 0) throw damagedFile(kind, "its format is 0");
  if (format === FILE_FORMAT) return;
  const message = `the ${noun} has format ${format}, which was never released, and this version of Cambium reads format ${FILE_FORMAT}; ${remake}`;
  throw new CambiumError(bad, message);
}

function cutShort({ bad, noun }: FileKind, expected: number, { length }: Uint8Array): CambiumError {
  const message = `the ${noun} is cut short: expected ${expected} bytes, got ${length}; copy or save it again`;
  return new CambiumError(bad, message);
}

/** What the checksum at the end of a file is of. */
export function summedBytes(file: Uint8Array): Uint8Array {
  return file.subarray(0, file.length - CHECKSUM_BYTES);
}

/** The sections of a whole file, if `checksum` is what stands at its end. */
export function sectionsOf(kind: FileKind, file: Uint8Array, checksum: number): FileSections {
  const view = viewOf(file);
  const end = file.length - CHECKSUM_BYTES;
  if (view.getUint32(end, true) !== checksum) throw damagedFile(kind, "its bytes do not match its checksum");
  const order = Object.keys(kind.sections);
  const found = new Map<string, SectionReader>();
  let previous = -1;
  for (let at = PREAMBLE_BYTES; at < end; ) {
    const start = at + SECTION_HEADER_BYTES;
    if (start > end) throw damagedFile(kind, "it ends within the header of a section");
    const tag = String.fromCharCode(...file.subarray(at, at + 4));
    const version = view.getUint32(at + 4, true);
    const length = readLength(view, at + 8);
    const place = order.indexOf(tag);
    expectKnown(kind, tag, version, place);
    if (place <= previous)
      throw damagedFile(kind, `its section ${JSON.stringify(tag)} is out of order, or there twice`);
    if (length > end - start || length % 8 > 0) {
      throw damagedFile(kind, `its section ${JSON.stringify(tag)} has a length that it can not have, ${length}`);
    }
    found.set(tag, new SectionReader(kind, tag, file.subarray(start, start + length)));
    previous = place;
    at = start + length;
  }
  return new FileSections(kind, found);
}

function expectKnown(kind: FileKind, tag: string, version: number, place: number): void {
  const name = JSON.stringify(tag);
  if (place < 0) throw newerFile(kind, `a section ${name}`, "does not know it");
  if (version > kind.sections[tag]) {
    throw newerFile(kind, `version ${version} of the section ${name}`, `reads up to ${kind.sections[tag]}`);
  }
  if (version === 0) throw damagedFile(kind, `its section ${name} has version 0`);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A whole number of 64 bits. Above 2^53 it is rounded, and larger than any file either way. */
function readLength(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

/** The sections of a file by their tags. */
export class FileSections {
  constructor(
    private readonly kind: FileKind,
    private readonly found: ReadonlyMap<string, SectionReader>,
  ) {}

  /** What `read` makes of a section, which has to be there, and of all of its contents. */
  read<T>(tag: string, read: (section: SectionReader) => T): T {
    const section = this.#expect(tag);
    const result = read(section);
    section.expectEnd();
    return result;
  }

  #expect(tag: string): SectionReader {
    const section = this.found.get(tag);
    if (section === undefined) throw damagedFile(this.kind, `it has no section "${tag}"`);
    return section;
  }

  /** The same of a section that takes long to read. */
  *readInTurns<T>(tag: string, read: (section: SectionReader) => Turns<T>): Turns<T> {
    const section = this.#expect(tag);
    const result = yield* read(section);
    section.expectEnd();
    return result;
  }

  has(tag: string): boolean {
    return this.found.has(tag);
  }

  /** The same of a section that some files do without; null where it is not there. */
  readIfThere<T>(tag: string, read: (section: SectionReader) => T): T | null {
    return this.has(tag) ? this.read(tag, read) : null;
  }
}

/** Reads the contents of a section from its beginning to its end, part by part, as `writeFile` writes them. */
export class SectionReader {
  #at = 0;

  constructor(
    private readonly kind: FileKind,
    private readonly tag: string,
    private readonly bytes: Uint8Array,
  ) {}

  /** A copy of the next numbers. Nothing is allocated before it is known that the section has as many. */
  array<K extends ArrayKind>(kind: K, length: number): ArrayOf<K> {
    const { BYTES_PER_ELEMENT: bytesOfOne } = arrayKinds[kind];
    const start = this.#at;
    const size = padTo8(bytesOfOne * length);
    if (size > this.#left) throw this.damaged(`has ${this.#left} bytes left where ${size} should follow`);
    this.#at += size;
    // Not by `slice`, which is no copy of a Buffer of Node.
    const copy = new Uint8Array(this.bytes.subarray(start, start + bytesOfOne * length));
    return new arrayKinds[kind](inFileOrder(copy, bytesOfOne).buffer) as ArrayOf<K>;
  }

  get #left(): number {
    return this.bytes.length - this.#at;
  }

  /** The next list, whose length stands before it. */
  list<K extends ArrayKind>(kind: K): ArrayOf<K> {
    return this.array(kind, this.array("u32", 1)[0]);
  }

  /** The next JSON; `path` is what messages call it. */
  json(path: string): JsonReader {
    return JsonReader.parse(readAscii(this.list("u8")), (what) => damagedFile(this.kind, what), path);
  }

  expectEnd(): void {
    if (this.#left > 0) throw this.damaged(`has ${this.#left} bytes that mean nothing`);
  }

  damaged(what: string): CambiumError {
    return damagedFile(this.kind, `its section "${this.tag}" ${what}`);
  }
}
