import { CambiumError } from "@cambium/core";

/** What the readers read: a path or URL, bytes, a Blob (a File of a file picker), or a stream of bytes. */
export type ByteSource =
  | string
  | { readonly href: string }
  | Uint8Array
  | ArrayBuffer
  | ByteBlob
  | ByteStream
  | AsyncIterable<Uint8Array>;

/** A `Blob` or `File`, as far as it is read: named here so that these types need neither the DOM's nor Node's. */
export interface ByteBlob {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A `ReadableStream<Uint8Array>`, as far as it is read. */
export interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/** Positions are kept in 32 bits, and Node reads no larger file in one piece. */
export const MAX_SOURCE_BYTES = 2 ** 31 - 1;

export function tooLarge(what: string, limit: number = MAX_SOURCE_BYTES): CambiumError {
  const repair = "split the file, or keep only the columns that you need";
  return new CambiumError("too-large", `${what} has more than the ${limit} bytes that can be read at once; ${repair}`);
}

/** By tag rather than by class: test runners and frames bring classes of their own. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && tagOf(value) === "Uint8Array";
}

export function isBuffer(value: unknown): value is ArrayBuffer {
  return tagOf(value) === "ArrayBuffer" || tagOf(value) === "SharedArrayBuffer";
}

export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}
