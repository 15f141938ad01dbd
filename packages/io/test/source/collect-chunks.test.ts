import { describe, expect, it } from "vitest";
import { collectChunks } from "../../src/source/collect-chunks.ts";
import { failureOf } from "../support/failure-of.ts";

/** A stream without end, and what it was told when its reader lost interest. */
function endless(): { stream: ReadableStream<Uint8Array>; cancelled: () => boolean } {
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => {
      isCancelled = true;
    },
  });
  return { stream, cancelled: () => isCancelled };
}

describe("collectChunks", () => {
  it("joins the chunks of a stream in their order", async () => {
    const chunks = [Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)];
    expect(await collectChunks(ReadableStream.from(chunks))).toEqual(Uint8Array.of(1, 2, 3));
    expect(await collectChunks(ReadableStream.from([]))).toEqual(new Uint8Array(0));
  });

  it("stops a stream at the limit, and tells it so", async () => {
    const { stream, cancelled } = endless();
    expect(await failureOf(() => collectChunks(stream, 25))).toBe(
      "too-large | cambium: the stream has more than the 25 bytes that can be read at once; split the file, or keep only the columns that you need",
    );
    expect(cancelled()).toBe(true);
  });

  it("passes on the error of a stream that breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("line dropped")),
    });
    await expect(collectChunks(broken)).rejects.toThrow("line dropped");
  });

  it("lets an iterable clean up when it is left early", async () => {
    let isClosed = false;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield new Uint8Array(10);
      } finally {
        isClosed = true;
      }
    }
    await failureOf(() => collectChunks(chunks(), 25));
    expect(isClosed).toBe(true);
  });
});
