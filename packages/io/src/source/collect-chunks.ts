import { type AbortSignalLike, CambiumError, createPacer, inTurns, type Turns } from "@cambium/core";
import { type ByteStream, isBytes, MAX_SOURCE_BYTES, tooLarge } from "./byte-source.ts";
import { untilAborted } from "./until-aborted.ts";

/** Bytes that are copied between two turns of others. */
const COPIED_AT_ONCE = 1 << 22;

/** All bytes of a stream, in one array. A test lowers the limit, since nobody wants to stream 2 GiB in one. */
export async function collectChunks(
  stream: AsyncIterable<Uint8Array> | ByteStream,
  limit: number = MAX_SOURCE_BYTES,
  signal?: AbortSignalLike,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream, signal)) {
    if (!isBytes(chunk)) throw notBytes(chunk);
    length += chunk.length;
    if (length > limit) throw tooLarge("the stream", limit);
    chunks.push(chunk);
  }
  return inTurns(joined(chunks, length), createPacer(signal));
}

/** The bytes of all chunks, one chunk after the other, in new memory. */
export function* joined(chunks: readonly Uint8Array[], length: number): Turns<Uint8Array> {
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += COPIED_AT_ONCE) {
      bytes.set(chunk.subarray(start, start + COPIED_AT_ONCE), position + start);
      yield;
    }
    position += chunk.length;
  }
  return bytes;
}

/** A ReadableStream is not iterable in every browser, so it is read by its reader wherever it has one. */
async function* chunksOf(
  stream: AsyncIterable<Uint8Array> | ByteStream,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<unknown> {
  if (!("getReader" in stream)) {
    yield* chunksOfIterable(stream, signal);
    return;
  }
  const reader = stream.getReader();
  let isFinished = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      isFinished = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops early, by an error here or in the consumer, tells the source to stop too.
    if (!isFinished) await ended(reader.cancel(), signal);
  }
}

async function* chunksOfIterable(
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignalLike | undefined,
): AsyncGenerator<unknown> {
  const chunks = stream[Symbol.asyncIterator]();
  let isFinished = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(chunks.next(), signal);
      isFinished = done === true;
      if (isFinished) return;
      yield value;
    }
  } finally {
    if (!isFinished && chunks.return) await ended(chunks.return(), signal);
  }
}

/** Waits until a source has stopped; not where the signal was aborted: a source that lets wait would make the abort wait. */
async function ended(stopped: Promise<unknown>, signal: AbortSignalLike | undefined): Promise<void> {
  if (signal?.aborted) stopped.catch(() => {});
  else await stopped;
}

function notBytes(chunk: unknown): CambiumError {
  const repair = "leave a Node stream without setEncoding, or pass its text to parseCsv";
  return new CambiumError(
    "bad-option",
    `expected a stream of Uint8Array, got a chunk of type ${typeof chunk}; ${repair}`,
  );
}
