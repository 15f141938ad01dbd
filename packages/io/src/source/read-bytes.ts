import { CambiumError } from "@cambium/core";
import { type ByteBlob, type ByteSource, isBuffer, isBytes, MAX_SOURCE_BYTES, tagOf, tooLarge } from "./byte-source.ts";
import { collectChunks } from "./collect-chunks.ts";
import { readPath } from "./read-path.ts";

/** All bytes of a source, which must be there at once: a column's type is known only when its last value is. */
export async function readBytes(source: ByteSource): Promise<Uint8Array> {
  const bytes = await bytesOf(source);
  if (bytes.length > MAX_SOURCE_BYTES) throw tooLarge("the source");
  // Text is not decoded from shared memory, which others may be writing to.
  return isSharedMemory(bytes) ? new Uint8Array(bytes) : bytes;
}

async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  if (typeof source === "string") return readPath(source);
  if (isBytes(source)) return source;
  if (isBuffer(source)) return new Uint8Array(source);
  if (typeof source === "object" && source !== null) {
    if ("href" in source) return readPath(source.href);
    if ("arrayBuffer" in source && "size" in source) return readBlob(source);
    if ("getReader" in source || Symbol.asyncIterator in source) return collectChunks(source);
  }
  const expected = "a path, a URL, a Uint8Array, an ArrayBuffer, a Blob or a stream of bytes";
  throw new CambiumError("bad-option", `expected ${expected}, got ${kindOf(source)}; ${repairOf(source)}`);
}

async function readBlob(blob: ByteBlob): Promise<Uint8Array> {
  if (blob.size > MAX_SOURCE_BYTES) throw tooLarge("the Blob");
  return new Uint8Array(await blob.arrayBuffer());
}

function isSharedMemory(bytes: Uint8Array): boolean {
  return typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer;
}

function repairOf(value: unknown): string {
  switch (tagOf(value)) {
    case "Response":
      return "pass response.body";
    case "Promise":
      return "await it first";
    default:
      return "rows and columns in memory need no reader";
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const tag = tagOf(value);
  if (tag === "Response" || tag === "Promise") return `a ${tag}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
