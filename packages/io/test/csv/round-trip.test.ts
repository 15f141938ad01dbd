import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCsv, readCsv } from "../../src/index.ts";
import { columnsOf } from "../support/columns-of.ts";

interface Style {
  readonly delimiter: string;
  readonly end: string;
  readonly quoteAll: boolean;
  readonly mark: boolean;
  readonly finalEnd: boolean;
}

const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|", " "),
  end: fc.constantFrom("\n", "\r\n", "\r"),
  quoteAll: fc.boolean(),
  mark: fc.boolean(),
  finalEnd: fc.boolean(),
});

/** The plainest writer there is: quotes what must be quoted, or everything. */
function writeCsv(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { delimiter, end, quoteAll, mark, finalEnd }: Style,
): string {
  const field = (text: string) =>
    quoteAll || text === "" || ["\r", "\n", '"', ...",;\t| "].some((special) => text.includes(special))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const lines = [names, ...rows].map((fields) => fields.map(field).join(delimiter));
  return (mark ? "\ufeff" : "") + lines.join(end) + (finalEnd ? end : "");
}

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'""\r\n,;\t| ab\'0\\\ufeff'),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 8,
});
const name = text.filter((value) => value !== "" && !value.startsWith("\ufeff"));
const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: NaN });

const table = fc.uniqueArray(name, { minLength: 1, maxLength: 5 }).chain((names) =>
  fc.record({
    names: fc.constant(names),
    rows: fc.array(fc.tuple(...names.map(() => text)), { minLength: 1, maxLength: 8 }),
    numbers: fc.array(number, { minLength: 1, maxLength: 20 }),
  }),
);

describe("what a plain writer wrote", () => {
  it("is read back, text by text", () => {
    fc.assert(
      fc.property(table, style, ({ names, rows }, how) => {
        const types = Object.fromEntries(names.map((column) => [column, "categorical" as const]));
        const read = parseCsv(writeCsv(names, rows, how), { delimiter: how.delimiter, types });
        expect(columnsOf(read)).toEqual(names.map((column, i) => [column, rows.map((row) => row[i] || null)]));
      }),
      { numRuns: 2000 },
    );
  });

  it("is read back, number by number, to the bit", () => {
    fc.assert(
      fc.property(table, style, ({ numbers }, how) => {
        const rows = numbers.map((value) => [
          Number.isNaN(value) ? "" : Object.is(value, -0) ? "-0" : String(value),
          "x",
        ]);
        const read = parseCsv(writeCsv(["n", "t"], rows, how), { delimiter: how.delimiter });
        expect(read.column("n")).toEqual(Float64Array.from(numbers));
      }),
      { numRuns: 1000 },
    );
  });

  it("is the same table from a stream, wherever the chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(table, style, fc.array(fc.nat(40), { maxLength: 6 }), async ({ names, rows }, how, sizes) => {
        const types = Object.fromEntries(names.map((column) => [column, "categorical" as const]));
        const written = writeCsv(names, rows, how);
        const bytes = new TextEncoder().encode(written);
        async function* chunks(): AsyncGenerator<Uint8Array> {
          let start = 0;
          for (const size of sizes) {
            const end = Math.min(bytes.length, start + size);
            yield bytes.subarray(start, end);
            start = end;
          }
          yield bytes.subarray(start);
        }
        const options = { delimiter: how.delimiter, types };
        expect(columnsOf(await readCsv(chunks(), options))).toEqual(columnsOf(parseCsv(written, options)));
      }),
      { numRuns: 300 },
    );
  });
});
