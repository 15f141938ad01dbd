import { atOnce } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { TURN_BYTES } from "../../src/csv/csv-input.ts";
import { csvOptions, csvRules } from "../../src/csv/csv-options.ts";
import { parseCsv, parseCsvBytes } from "../../src/csv/parse-csv.ts";
import { readCsv } from "../../src/csv/read-csv.ts";
import { columnsOf } from "../support/columns-of.ts";
import { failureOf } from "../support/failure-of.ts";

const ROWS = 60_000;
const lines = Array.from({ length: ROWS }, (_, row) => `${row / 7},word ${row % 100},"a ""quoted"" text"`);
const text = `number,word,quoted\n${lines.join("\n")}\n`;
const bytes = new TextEncoder().encode(text);

const turnsOf = (input: Uint8Array) =>
  parseCsvBytes({ bytes: input, label: "the CSV" }, csvRules("readCsv", {}, csvOptions));

describe("a large CSV", () => {
  it("is read in turns, of which each reads a part of the bytes", () => {
    let count = 0;
    const turns = turnsOf(bytes);
    for (let step = turns.next(); !step.done; step = turns.next()) count++;
    // The bytes are gone through once for all columns, and once for each.
    expect(count).toBeGreaterThanOrEqual((4 * bytes.length) / TURN_BYTES - 4);
    expect(columnsOf(atOnce(turnsOf(bytes)))).toEqual(columnsOf(parseCsv(text)));
  });

  it("is counted in turns too, where an error has to name its line", () => {
    const damaged = new TextEncoder().encode(`${text}1,2\n`);
    let count = 0;
    const turns = turnsOf(damaged);
    let failure: unknown;
    try {
      for (let step = turns.next(); !step.done; step = turns.next()) count++;
    } catch (error) {
      failure = error;
    }
    expect(String(failure)).toContain(`line ${ROWS + 2}`);
    expect(count).toBeGreaterThanOrEqual((2 * damaged.length) / TURN_BYTES - 4);
  });
});

describe("the signal of readCsv", () => {
  it("ends the reading with its reason, before it begins and in the middle", async () => {
    await expect(readCsv(bytes, { signal: AbortSignal.abort("stop") })).rejects.toBe("stop");
    const controller = new AbortController();
    const reading = readCsv(bytes, { signal: controller.signal });
    controller.abort("enough");
    await expect(reading).rejects.toBe("enough");
  });

  it("ends it while a stream lets wait, and tells the stream", async () => {
    const controller = new AbortController();
    let isCancelled = false;
    const silent = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => {}),
      cancel: () => {
        isCancelled = true;
      },
    });
    const reading = readCsv(silent, { signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 5);
    await expect(reading).rejects.toBe("enough");
    expect(isCancelled).toBe(true);
  });

  it("may be any object with `aborted`, and nothing else", async () => {
    await expect(readCsv(bytes, { signal: { aborted: true, reason: "stop" } })).rejects.toBe("stop");
    expect(await failureOf(() => readCsv(bytes, { signal: 1 as never }))).toMatch(/signal expects an AbortSignal/);
  });
});

describe("bytes that are given away while they are read", () => {
  it("are an error that says so", async () => {
    const own = bytes.slice();
    const reading = readCsv(own);
    structuredClone(own.buffer, { transfer: [own.buffer] });
    expect(await failureOf(() => reading)).toMatch(/detached/);
  });
});
