import { createReadStream } from "node:fs";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readCsv } from "../../src/index.ts";
import { columnsOf } from "../support/columns-of.ts";
import { failureOf } from "../support/failure-of.ts";

const TEXT = "größe,Ort\n1.5,Köln\n,東京\n3,🌲\n";
const EXPECTED = [
  ["größe", [1.5, NaN, 3]],
  ["Ort", ["Köln", "東京", "🌲"]],
];
const BYTES = new TextEncoder().encode(TEXT);

let folder = "";
let path = "";
let server: Server;
let origin = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cambium-io-"));
  path = join(folder, "data.csv");
  await writeFile(path, BYTES);
  server = createServer((request, response) => {
    response.statusCode = request.url === "/data.csv" ? 200 : 404;
    response.end(request.url === "/data.csv" ? BYTES : "<h1>nothing here</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function expectTable(source: Parameters<typeof readCsv>[0]): Promise<void> {
  expect(columnsOf(await readCsv(source))).toEqual(EXPECTED);
}

async function* byteByByte(): AsyncGenerator<Uint8Array> {
  for (const byte of BYTES) yield Uint8Array.of(byte);
}

describe("readCsv reads", () => {
  it("a path", () => expectTable(path));
  it("a file: URL, as a string and as a URL", async () => {
    await expectTable(pathToFileURL(path).href);
    await expectTable(pathToFileURL(path));
  });
  it("an http URL, as a string and as a URL", async () => {
    await expectTable(`${origin}/data.csv`);
    await expectTable(new URL(`${origin}/data.csv`));
  });
  it("a data: URL", () => expectTable(`data:text/csv;charset=utf-8,${encodeURIComponent(TEXT)}`));
  it("bytes, also in a window of a larger buffer", async () => {
    await expectTable(BYTES);
    const larger = new Uint8Array(BYTES.length + 20).fill(0x22);
    larger.set(BYTES, 7);
    await expectTable(larger.subarray(7, 7 + BYTES.length));
    await expectTable(Buffer.from(TEXT));
  });
  it("an ArrayBuffer", () => expectTable(BYTES.slice().buffer));
  it("bytes in shared memory, from which browsers decode no text", async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(BYTES.length));
    shared.set(BYTES);
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    await expectTable(shared);
    const decoded = decode.mock.calls.map(([bytes]) => (bytes as Uint8Array).buffer);
    expect(decoded.length).toBeGreaterThan(0);
    expect(decoded.some((buffer) => buffer instanceof SharedArrayBuffer)).toBe(false);
  });
  it("a Blob and a File", async () => {
    await expectTable(new Blob([TEXT]));
    const { File } = await import("node:buffer");
    await expectTable(new File([TEXT], "data.csv"));
  });
  it("a web stream", () => expectTable(new Blob([TEXT]).stream()));
  it("a Node stream", () => expectTable(createReadStream(path, { highWaterMark: 3 })));
  it("an iterable of bytes that is cut inside every character", () => expectTable(byteByByte()));
});

describe("readCsv without a file system, as in a browser,", () => {
  it("fetches a path relative to the page", async () => {
    vi.stubGlobal("process", undefined);
    const fetched: unknown[] = [];
    vi.stubGlobal("fetch", async (url: unknown) => {
      fetched.push(url);
      return new Response(BYTES);
    });
    await expectTable("data/small.csv");
    expect(fetched).toEqual(["data/small.csv"]);
  });

  it("names the file by the name of a File", async () => {
    const { File } = await import("node:buffer");
    expect(await failureOf(() => readCsv(new File(["a,b\n1"], "mine.csv")))).toBe(
      'bad-csv | cambium: "mine.csv", line 2: the row has 1 field, and the header has 2; write all of them (an empty field is a missing value), and put a field with an end of line in quotes',
    );
  });
});

describe("readCsv refuses", () => {
  it("a path where no file is", async () => {
    expect(await failureOf(() => readCsv("no/such.csv"))).toBe(
      `not-found | cambium: no file "no/such.csv" (relative paths start at ${process.cwd()}); check the path`,
    );
  });

  it("a folder", async () => {
    expect(await failureOf(() => readCsv(folder))).toBe(
      `not-found | cambium: expected a file at ${JSON.stringify(folder)}, got a folder; add the file's name`,
    );
  });

  it("a path that the system refuses", async () => {
    const long = "x".repeat(300);
    expect(await failureOf(() => readCsv(long))).toBe(
      `not-found | cambium: "${long}" could not be read (Error: ENAMETOOLONG: name too long, stat '${long}'); check the path and its permissions`,
    );
  });

  it("an address that the server does not know", async () => {
    expect(await failureOf(() => readCsv(`${origin}/gone.csv`))).toBe(
      `not-found | cambium: expected a file at "${origin}/gone.csv", and the server answered 404; check the address`,
    );
  });

  it("an address that cannot be reached", async () => {
    expect(await failureOf(() => readCsv("http://127.0.0.1:1/data.csv"))).toBe(
      'not-found | cambium: "http://127.0.0.1:1/data.csv" could not be fetched (TypeError: fetch failed); check the address, the connection, and that the server allows requests from this origin',
    );
  });

  it("text in the place of a path", async () => {
    expect(await failureOf(() => readCsv("a,b\n1,2\n"))).toBe(
      "bad-option | cambium: expected a path or a URL, got text with several lines; pass the text of a table to parseCsv",
    );
  });

  it("a stream of text", async () => {
    expect(await failureOf(() => readCsv(createReadStream(path, { encoding: "utf8" })))).toBe(
      "bad-option | cambium: expected a stream of Uint8Array, got a chunk of type string; leave a Node stream without setEncoding, or pass its text to parseCsv",
    );
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [7, "a number"],
    [["a"], "an array of 1"],
    [{}, "an object"],
  ])("%j", async (source, kind) => {
    expect(await failureOf(() => readCsv(source as never))).toBe(
      `bad-option | cambium: expected a path, a URL, a Uint8Array, an ArrayBuffer, a Blob or a stream of bytes, got ${kind}; rows and columns in memory need no reader`,
    );
  });

  it("a response, or the promise of one, and says what to pass", async () => {
    const expected = "expected a path, a URL, a Uint8Array, an ArrayBuffer, a Blob or a stream of bytes";
    const response = new Response(BYTES);
    expect(await failureOf(() => readCsv(response as never))).toBe(
      `bad-option | cambium: ${expected}, got a Response; pass response.body`,
    );
    expect(await failureOf(() => readCsv(Promise.resolve(response) as never))).toBe(
      `bad-option | cambium: ${expected}, got a Promise; await it first`,
    );
    await expectTable(response.body as NonNullable<typeof response.body>);
  });

  it("a file of more than 2 GiB, without reading it", async () => {
    const huge = join(folder, "huge.csv");
    await writeFile(huge, "");
    await truncate(huge, 2 ** 31);
    expect(await failureOf(() => readCsv(huge))).toBe(
      `too-large | cambium: ${JSON.stringify(huge)} has more than the 2147483647 bytes that can be read at once; split the file, or keep only the columns that you need`,
    );
  });

  it("a Blob of more than 2 GiB, without reading it", async () => {
    const blob = { size: 2 ** 31, arrayBuffer: () => Promise.reject(new Error("was read")) };
    expect(await failureOf(() => readCsv(blob))).toBe(
      "too-large | cambium: the Blob has more than the 2147483647 bytes that can be read at once; split the file, or keep only the columns that you need",
    );
  });
});
