import { crc32 } from "node:zlib";

/*
 * Files of sections as others could write them, by `docs/reference/model-file.md` and by another CRC-32 than our own: what is
 * crafted here has a valid checksum, so that a test meets the checks of what the file means.
 */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  CAMB: ["head", "offs", "cost", "path", "init", "comb", "tree", "cats", "vals", "spar", "surr", "curv"],
  CAMD: ["head", "targ", "wght", "keys", "offs", "cols", "bins"],
};

export interface Section {
  readonly tag: string;
  readonly version: number;
  readonly contents: Uint8Array<ArrayBuffer>;
}

/** The same bytes with the checksum that belongs to them. */
export function resealed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = Uint8Array.from(bytes);
  const end = out.length - 4;
  if (end >= 0) new DataView(out.buffer).setUint32(end, crc32(out.subarray(0, end)), true);
  return out;
}

export function sectionsOfFile(bytes: Uint8Array): Section[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sections: Section[] = [];
  for (let at = 16; at < bytes.length - 4; ) {
    const length = Number(view.getBigUint64(at + 8, true));
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4));
    const contents = Uint8Array.from(bytes.subarray(at + 16, at + 16 + length));
    sections.push({ tag, version: view.getUint32(at + 4, true), contents });
    at += 16 + length;
  }
  return sections;
}

/** A file of these sections, with a valid checksum. */
export function fileOf(magic: string, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const length = sections.reduce((sum, { contents }) => sum + 16 + contents.length, 20);
  const out = new Uint8Array(length);
  const view = new DataView(out.buffer);
  out.set(Buffer.from(magic));
  view.setUint32(4, 2, true);
  view.setBigUint64(8, BigInt(length), true);
  let at = 16;
  for (const { tag, version, contents } of sections) {
    out.set(Buffer.from(tag), at);
    view.setUint32(at + 4, version, true);
    view.setBigUint64(at + 8, BigInt(contents.length), true);
    out.set(contents, at + 16);
    at += 16 + contents.length;
  }
  return resealed(out);
}

/** The contents of a section; nothing where it is not there. */
export function sectionOf(bytes: Uint8Array, tag: string): Uint8Array<ArrayBuffer> {
  return sectionsOfFile(bytes).find((section) => section.tag === tag)?.contents ?? new Uint8Array(0);
}

/** The file with other contents of a section, or without it; a section that it does not have is put in its place. */
export function withSection(bytes: Uint8Array, tag: string, contents: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  const others = sectionsOfFile(bytes).filter((section) => section.tag !== tag);
  const all = contents === null ? others : [...others, { tag, version: 1, contents: Uint8Array.from(contents) }];
  const order = SECTIONS[magic];
  return fileOf(
    magic,
    all.sort((a, b) => order.indexOf(a.tag) - order.indexOf(b.tag)),
  );
}

/** The file with a section changed where it stands. */
export function withEdit(bytes: Uint8Array, tag: string, edit: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const contents = sectionOf(bytes, tag);
  edit(new DataView(contents.buffer));
  return withSection(bytes, tag, contents);
}

/** The JSON at the beginning of a section. */
export function jsonOf(bytes: Uint8Array, tag: string): string {
  const contents = sectionOf(bytes, tag);
  return contents.length === 0 ? "" : new TextDecoder().decode(contents.subarray(8, 8 + jsonLength(contents)));
}

/** The file with other JSON in a section, before the numbers that follow it, or those given. */
export function withJson(
  bytes: Uint8Array,
  tag: string,
  edit: (json: string) => string,
  numbers?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const contents = sectionOf(bytes, tag);
  const json = Buffer.from(edit(jsonOf(bytes, tag)));
  const rest = numbers ?? (contents.length === 0 ? contents : contents.subarray(padded(8 + jsonLength(contents))));
  const out = new Uint8Array(padded(8 + json.length) + rest.length);
  new DataView(out.buffer).setUint32(0, json.length, true);
  out.set(json, 8);
  out.set(rest, padded(8 + json.length));
  return withSection(bytes, tag, out);
}

/** The file with some fields of its header replaced. */
export function withHead(bytes: Uint8Array, fields: object): Uint8Array<ArrayBuffer> {
  return withJson(bytes, "head", (json) => JSON.stringify({ ...JSON.parse(json), ...fields }));
}

function jsonLength(contents: Uint8Array): number {
  return new DataView(contents.buffer, contents.byteOffset).getUint32(0, true);
}

function padded(length: number): number {
  return Math.ceil(length / 8) * 8;
}

/** Where an array of the first tree begins in the section `tree`, by the order of `docs/reference/model-file.md`. */
export function placeInTree(bytes: Uint8Array, name: string): number {
  const contents = sectionOf(bytes, "tree");
  const view = new DataView(contents.buffer);
  const trees = view.getUint32(0, true);
  const n = view.getUint32(8 + 8 * trees, true);
  let at = 8 + 8 * trees + padded(4 * trees);
  const sizes = { threshold: 8, gain: 8, cover: 8, feature: 4, firstChild: 4, childCount: 4, missingChild: 4 };
  for (const [array, size] of Object.entries({ ...sizes, rowCount: 4, kind: 1 })) {
    if (array === name) return at;
    at += padded(size * n);
  }
  throw new RangeError(`there is no array ${name}`);
}
