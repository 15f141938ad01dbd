import { CambiumError } from "@cambium/core";
import { type ByteStream, isBytes, MAX_SOURCE_BYTES, tooLarge } from "./byte-source.ts";

/** All bytes of a stream, in one array. A test lowers the limit, since nobody wants to stream 2 GiB in one. */
export async function collectChunks(
  stream: AsyncIterable<Uint8Array> | ByteStream,
  limit: number = MAX_SOURCE_BYTES,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream)) {
    if (!isBytes(chunk)) throw notBytes(chunk);
    length += chunk.length;
    if (length > limit) throw tooLarge("the stream", limit);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

/** A ReadableStream is not iterable in every browser, so it is read by its reader wherever it has one. */
async function* chunksOf(stream: AsyncIterable<Uint8Array> | ByteStream): AsyncGenerator<unknown> {
  if (!("getReader" in stream)) {
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  let isFinished = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isFinished = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever stops early, by an error here or in the consumer, tells the source to stop too.
    if (!isFinished) await reader.cancel();
  }
}

function notBytes(chunk: unknown): CambiumError {
  const repair = "leave a Node stream without setEncoding, or pass its text to parseCsv";
  return new CambiumError(
    "bad-option",
    `expected a stream of Uint8Array, got a chunk of type ${typeof chunk}; ${repair}`,
  );
}
