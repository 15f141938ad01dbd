import { type AbortSignalLike, CambiumError, createPacer, inTurns, isDetached } from "@cambium/core";
import { type ByteBlob, type ByteSource, isBuffer, isBytes, MAX_SOURCE_BYTES, tagOf, tooLarge } from "./byte-source.ts";
import { collectChunks, joined } from "./collect-chunks.ts";
import { readPath } from "./read-path.ts";
import { untilAborted } from "./until-aborted.ts";

/** All bytes of a source, which must be there at once: a column's type is known only when its last value is. */
export async function readBytes(source: ByteSource, signal?: AbortSignalLike): Promise<Uint8Array> {
  const bytes = await bytesOf(source, signal);
  if (bytes.length > MAX_SOURCE_BYTES) throw tooLarge("the source");
  // Text is not decoded from shared memory, which others may be writing to.
  return isSharedMemory(bytes) ? inTurns(joined([bytes], bytes.length), createPacer(signal)) : bytes;
}

async function bytesOf(source: ByteSource, signal: AbortSignalLike | undefined): Promise<Uint8Array> {
  if (typeof source === "string") return readPath(source, signal);
  if (isDetached(source)) {
    const what = "the memory of its bytes was given away (transferred)";
    throw new CambiumError("bad-csv", `the source has no bytes any more: ${what}; pass a copy, or transfer it later`);
  }
  if (isBytes(source)) return source;
  if (isBuffer(source)) return new Uint8Array(source);
  if (typeof source === "object" && source !== null) {
    if ("href" in source) return readPath(source.href, signal);
    if ("arrayBuffer" in source && "size" in source) return readBlob(source, signal);
    if ("getReader" in source || Symbol.asyncIterator in source) return collectChunks(source, MAX_SOURCE_BYTES, signal);
  }
  const expected = "a path, a URL, a Uint8Array, an ArrayBuffer, a Blob or a stream of bytes";
  throw new CambiumError("bad-option", `expected ${expected}, got ${kindOf(source)}; ${repairOf(source)}`);
}

async function readBlob(blob: ByteBlob, signal: AbortSignalLike | undefined): Promise<Uint8Array> {
  if (blob.size > MAX_SOURCE_BYTES) throw tooLarge("the Blob");
  return new Uint8Array(await untilAborted(blob.arrayBuffer(), signal));
}

function isSharedMemory(bytes: Uint8Array): boolean {
  return tagOf(bytes.buffer) === "SharedArrayBuffer";
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
