import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type CsvOptions, parseCsv, readCsv } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const encoder = new TextEncoder();

/** The message of a bad CSV, without the parts that all of them share. */
async function complaint(text: string, options: CsvOptions = {}): Promise<string> {
  const failure = await failureOf(() => parseCsv(text, options));
  expect(failure.startsWith("bad-csv | cambium: ")).toBe(true);
  return failure.slice("bad-csv | cambium: ".length);
}

const badBytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "number" ? [part] : [...encoder.encode(part)])));

describe("a file without a table", () => {
  it.each(["", "\ufeff", "\n", "\r\n\r\n"])("is refused when it is empty: %j", async (text) => {
    expect(await complaint(text)).toBe(
      "the CSV is empty; write the names of the columns in the first line, and the rows below",
    );
  });

  it.each(["a,b", "a,b\n", "a,b\r\n\r\n"])("is refused when it has a header and no rows: %j", async (text) => {
    expect(await complaint(text)).toBe(
      "the CSV has a header of 2 columns and no rows; check that it was written to its end, and that its first line is the header",
    );
  });
});

describe("a header", () => {
  it("with the same name twice is refused", async () => {
    expect(await complaint("a,b,a\n1,2,3")).toBe(
      'the CSV, line 1, field 3: the header has "a" again, which is already the name of field 1; rename one of them',
    );
    expect(await complaint("__proto__,__proto__\n1,2")).toBe(
      'the CSV, line 1, field 2: the header has "__proto__" again, which is already the name of field 1; rename one of them',
    );
  });

  it.each([
    [",b\n1,2", 1],
    ["a,\n1,2", 2],
    ['a,""\n1,2', 2],
  ])("with an empty name is refused: %j", async (text, field) => {
    expect(await complaint(text)).toBe(
      `the CSV, line 1, field ${field}: the header has no name here, and every column needs one; write it, or leave the column out (an unnamed index, perhaps)`,
    );
  });

  it("that another delimiter would divide is refused", async () => {
    expect(await complaint("a;b;c\n1;2;3")).toBe(
      'the CSV, line 1: the header is a single column named "a;b;c"; pass delimiter: ";", or put the name in quotes if it is one',
    );
    expect(await complaint("a\tb\n1\t2")).toBe(
      'the CSV, line 1: the header is a single column named "a\\tb"; pass delimiter: "\\t", or put the name in quotes if it is one',
    );
    expect(await complaint("a,b\n1,2", { delimiter: ";" })).toBe(
      'the CSV, line 1: the header is a single column named "a,b"; pass delimiter: ",", or put the name in quotes if it is one',
    );
  });

  it("may have 65,536 columns and no more", async () => {
    const names = Array.from({ length: 65_536 }, (_, i) => `c${i}`).join(",");
    const row = ",".repeat(65_535);
    expect(parseCsv(`${names}\n${row}\n${row}`).columnNames.length).toBe(65_536);
    expect(await complaint(`${names},extra\n${row},`)).toBe(
      "the CSV, line 1: the header has more than the 65536 fields that are allowed; check the delimiter, or split the file",
    );
  });
});

describe("a row", () => {
  it("with too few fields is refused", async () => {
    expect(await complaint("a,b,c\n1,2,3\n1,2\n")).toBe(
      "the CSV, line 3: the row has 2 fields, and the header has 3; write all of them (an empty field is a missing value), and put a field with an end of line in quotes",
    );
    expect(await complaint("a,b\n \n1,2")).toBe(
      "the CSV, line 2: the row has 1 field, and the header has 2; write all of them (an empty field is a missing value), and put a field with an end of line in quotes",
    );
  });

  it("with too many fields is refused", async () => {
    expect(await complaint('a,b\n"x, y",2\nx, y,2\n')).toBe(
      'the CSV, line 3: the row has 3 fields, and the header has 2; put a field that contains "," in quotes',
    );
    expect(await complaint('a,b\n1,2,"x,y\n",4')).toBe(
      'the CSV, line 2: the row has 4 fields, and the header has 2; put a field that contains "," in quotes',
    );
    expect(await complaint("a\n1,\n")).toBe(
      'the CSV, line 2: the row has 2 fields, and the header has 1; put a field that contains "," in quotes',
    );
  });

  it("is found by its line, those inside quotes counted", async () => {
    expect(await complaint('a,b\r\n"1\r\n\n\r",2\r\n\r\n1\r\n')).toBe(
      "the CSV, line 7: the row has 1 field, and the header has 2; write all of them (an empty field is a missing value), and put a field with an end of line in quotes",
    );
  });
});

describe("a quote", () => {
  it("that is never closed is refused where it was opened", async () => {
    expect(await complaint('a,b\n1,2\n3,"x\n4,y\n5,z\n')).toBe(
      'the CSV, line 3, column "b": a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text',
    );
    expect(await complaint('a,b\n1,"')).toBe(
      'the CSV, line 2, column "b": a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text',
    );
    expect(await complaint('"a')).toBe(
      "the CSV, line 1, field 1: a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text",
    );
    expect(await complaint('a\n"""\n')).toBe(
      'the CSV, line 2, column "a": a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text',
    );
  });

  it("inside a field without quotes is refused", async () => {
    expect(await complaint('size,n\n5" pipe,2\n')).toBe(
      'the CSV, line 2, column "size": a field that does not begin with a quote contains one ("5\\" pipe"); put the whole field in quotes and double those inside it',
    );
    expect(await complaint('a,b\n1, "x"\n')).toBe(
      'the CSV, line 2, column "b": a field that does not begin with a quote contains one (" \\"x\\""); put the whole field in quotes and double those inside it',
    );
  });

  it("that closes before the field ends is refused", async () => {
    expect(await complaint('a,b\n"x"y,2\n')).toBe(
      'the CSV, line 2, column "a": expected a delimiter or an end of line behind the closing quote, got "y"; double a quote that belongs to the text',
    );
  });
});

describe("a field", () => {
  const limit = 1_048_576;

  it("may have 1 MiB and no more, quotes included", async () => {
    expect(parseCsv(`a,b\n1,${"x".repeat(limit)}`).column("b")[0]).toHaveLength(limit);
    expect(await complaint(`a,b\n1,${"x".repeat(limit + 1)}`)).toBe(
      'the CSV, line 2, column "b": the field has 1048577 bytes, and 1048576 (1 MiB) are allowed; look for a missing quote, or shorten it',
    );
    expect(await complaint(`a,b\n1,"${"\n".repeat(limit)}"`)).toBe(
      'the CSV, line 2, column "b": the field has 1048578 bytes, and 1048576 (1 MiB) are allowed; look for a missing quote, or shorten it',
    );
  });

  it("of a megabyte of digits is a number or a text like any other", async () => {
    expect(parseCsv(`a,b\n0.${"3".repeat(limit - 2)},x`).column("a")[0]).toBe(1 / 3);
    expect(parseCsv(`a,b\n${"3".repeat(limit)},x`).column("a")[0]).toBe("3".repeat(limit));
  });

  it("must be UTF-8", async () => {
    const repair =
      'save the file as UTF-8, or decode it first: parseCsv(new TextDecoder("windows-1252").decode(bytes))';
    expect(await failureOf(() => readCsv(badBytes("a,b\n1,x\n2,caf", 0xe9, "\n")))).toBe(
      `bad-csv | cambium: the CSV, line 3, column "b": expected UTF-8, got bytes that are not ("caf\ufffd"); ${repair}`,
    );
    expect(await failureOf(() => readCsv(badBytes("a,n", 0xc3, "\n1,x\n")))).toBe(
      `bad-csv | cambium: the CSV, line 1, field 2: expected UTF-8, got bytes that are not ("n\ufffd"); ${repair}`,
    );
    expect(await failureOf(() => readCsv(badBytes("a\n1\n2\n", 0xff, "\n")))).toBe(
      `bad-csv | cambium: the CSV, line 4, column "a": expected UTF-8, got bytes that are not ("\ufffd"); ${repair}`,
    );
  });

  it("must not be an overlong, a surrogate or a cut character", async () => {
    for (const bytes of [[0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x8c], [0xf4, 0x90, 0x80, 0x80], [0x80]]) {
      expect(await failureOf(() => readCsv(badBytes("a,b\nx,", ...bytes, "\ny,z")))).toMatch(
        /^bad-csv \| .* expected UTF-8/,
      );
    }
  });

  it("must not be half a character in text either", async () => {
    expect(await complaint("a\nx\ud83c\n")).toBe(
      "the text has half of a surrogate pair, which is no character; decode the file's bytes whole, or give them to readCsv",
    );
  });
});

describe("text among numbers", () => {
  const ages = Array.from({ length: 20 }, (_, i) => (i === 16 ? "n/a" : String(20 + i)));

  it("is refused in a column whose present values are mostly numbers", async () => {
    expect(await complaint(`age,x\n${ages.map((age) => `${age},y`).join("\n")}`)).toBe(
      'column "age" has text in row 17 ("n/a"); declare it categorical or pass missingValues: ["n/a"]',
    );
  });

  it("is refused in a column that is declared numeric, even when most of it is text", async () => {
    expect(await complaint("age\nold\nyoung\n3", { types: { age: "numeric" } })).toBe(
      'column "age" has text in row 1 ("old"); declare it categorical or pass missingValues: ["old"]',
    );
  });

  it("is refused just above one half, and is text at one half", async () => {
    expect(await complaint("a,b\n1,x\n2,x\nq,x\n,x")).toBe(
      'column "a" has text in row 3 ("q"); declare it categorical or pass missingValues: ["q"]',
    );
    expect(parseCsv("a,b\n1,x\n2,x\nq,x\nr,x\n,x").column("a")).toEqual(["1", "2", "q", "r", null]);
  });

  it("is repaired by both of the repairs that the message names", () => {
    const text = `age,x\n${ages.map((age) => `${age},y`).join("\n")}\n,y`;
    expect(parseCsv(text, { types: { age: "categorical" } }).column("age")[16]).toBe("n/a");
    expect(parseCsv(text, { missingValues: ["n/a"] }).column("age")[16]).toBeNaN();
  });

  it("counts rows of the table, not lines, and shows what stands inside quotes", async () => {
    expect(await complaint('a,b\n\n"1","x\ny"\n"2",z\n"he said ""3""",z\n')).toBe(
      'column "a" has text in row 3 ("he said \\"3\\""); declare it categorical or pass missingValues: ["he said \\"3\\""]',
    );
  });

  it("is found behind the first block of rows", async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => (row === 99_998 ? '"?"' : String(row)));
    expect(await complaint(`a\n${rows.join("\n")}`)).toBe(
      'column "a" has text in row 99999 ("?"); declare it categorical or pass missingValues: ["?"]',
    );
  });

  it("that is long is shown by its beginning", async () => {
    expect(await complaint(`a\n1\n2\n${"long ".repeat(100)}\n`)).toBe(
      `column "a" has text in row 3 ("${"long ".repeat(12)}…"); declare it categorical`,
    );
  });

  it("is an infinity or a decimal beyond float64 too", async () => {
    expect(await complaint("a\n1\n2\nInfinity\n")).toBe(
      'column "a" has text in row 3 ("Infinity"); declare it categorical or pass missingValues: ["Infinity"]',
    );
    expect(await complaint("a\n1\n2\n1e999\n")).toBe(
      'column "a" has text in row 3 ("1e999"); declare it categorical or pass missingValues: ["1e999"]',
    );
  });

  it("has a message of its own when it is a number with leading zeros", async () => {
    expect(await complaint("zip\n90210\n90001\n00501\n")).toBe(
      'column "zip" has leading zeros in row 3 ("00501"); declare it categorical to keep the zeros, or numeric to drop them',
    );
  });
});

describe("bytes of another format are named as what they are:", () => {
  const table = "PK,PAR1\n1,2\n";
  const utf16 = (order: "le" | "be") => {
    const text = Buffer.from(`\ufeff${table}`, "utf16le");
    return order === "le" ? text : text.swap16();
  };

  it.each([
    [
      "UTF-16, its lower byte first,",
      utf16("le"),
      'text in UTF-16LE; save it as UTF-8, or decode it first: parseCsv(new TextDecoder("utf-16le").decode(bytes))',
    ],
    [
      "UTF-16, its higher byte first,",
      utf16("be"),
      'text in UTF-16BE; save it as UTF-8, or decode it first: parseCsv(new TextDecoder("utf-16be").decode(bytes))',
    ],
    [
      "gzip",
      gzipSync(table),
      'compressed by gzip; unpack it first, or pass a stream: readCsv(stream.pipeThrough(new DecompressionStream("gzip")))',
    ],
    [
      "a spreadsheet",
      badBytes("PK", 3, 4, 20, 0, 6, 0),
      "a zip archive, as the files of a spreadsheet (.xlsx) are; save the sheet as CSV in UTF-8, or unpack the archive",
    ],
    [
      "Parquet",
      badBytes("PAR1", 0x15, 0x04, 0x15, 0x20, "PAR1"),
      "a Parquet file; convert it to CSV, or read it by a library of Parquet's and pass its columns",
    ],
  ])("%s", async (_, bytes, what) => {
    expect(await failureOf(() => readCsv(bytes))).toBe(`bad-csv | cambium: the CSV is no CSV in UTF-8: it is ${what}`);
  });

  it("and the repairs that the messages name work", async () => {
    const stream = new Blob([new Uint8Array(gzipSync(table))]).stream().pipeThrough(new DecompressionStream("gzip"));
    expect((await readCsv(stream)).columnNames).toEqual(["PK", "PAR1"]);
    expect(parseCsv(new TextDecoder("utf-16le").decode(utf16("le"))).columnNames).toEqual(["PK", "PAR1"]);
  });

  it("columns that are named like the first letters of one are columns", async () => {
    expect((await readCsv(encoder.encode(table))).columnNames).toEqual(["PK", "PAR1"]);
    expect((await readCsv(encoder.encode("PAR1\n1\n"))).columnNames).toEqual(["PAR1"]);
  });
});

describe("an option", () => {
  const failure = (options: unknown) => failureOf(() => parseCsv("a\n1\n", options as CsvOptions));

  it("that does not exist is refused", async () => {
    expect(await failure({ delimeter: ";" })).toBe(
      'unknown-option | cambium: parseCsv has no option "delimeter"; did you mean "delimiter"? it takes "delimiter", "missingValues", "types"',
    );
    expect(await failure(null)).toBe("bad-option | cambium: parseCsv: expected an object of options, got null");
    expect(await failureOf(() => readCsv("no-such-file.csv", { separator: ";" } as CsvOptions))).toMatch(
      /^unknown-option \| cambium: readCsv has no option "separator"/,
    );
  });

  it.each(["", ",,", '"', "\n", "\r", "§", "é", 5])("delimiter is refused when it is %j", async (delimiter) => {
    expect(await failure({ delimiter })).toBe(
      `bad-option | cambium: parseCsv: delimiter expects one ASCII character that is not a quote or an end of line ("\\t" for tabs), got ${JSON.stringify(delimiter)}`,
    );
  });

  it("missingValues is refused when it is no list of texts", async () => {
    const message = 'bad-option | cambium: parseCsv: missingValues expects a list of texts such as ["n/a"], got';
    expect(await failure({ missingValues: "n/a" })).toBe(`${message} "n/a"`);
    expect(await failure({ missingValues: [-999] })).toBe(`${message} an array of 1`);
  });

  it("types is refused when it names no type, or no column", async () => {
    expect(await failure({ types: ["numeric"] })).toBe(
      'bad-option | cambium: parseCsv: types expects an object such as { zip: "categorical" }, got an array of 1',
    );
    expect(await failure({ types: { a: "number" } })).toBe(
      'bad-option | cambium: parseCsv: types expects "numeric" or "categorical" for column "a", got "number"',
    );
    expect(await failure({ types: { age: "numeric" } })).toBe(
      'unknown-column | cambium: types names column "age", and the CSV has "a"; correct the name',
    );
    const wide = `${Array.from({ length: 12 }, (_, i) => `c${i}`).join(",")}\n${"1,".repeat(11)}1`;
    expect(await failureOf(() => parseCsv(wide, { types: { age: "numeric" } }))).toBe(
      'unknown-column | cambium: types names column "age", and the CSV has "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", … (12 in all); correct the name',
    );
  });

  it("is checked before a file is read", async () => {
    expect(await failureOf(() => readCsv("no-such-file.csv", { delimiter: "" }))).toMatch(/^bad-option /);
  });
});

it.each(["adult.csv", "data/Adult.TSV", "https://example.org/adult.csv"])(
  "parseCsv asks for a path: %s",
  async (path) => {
    expect(await failureOf(() => parseCsv(path))).toBe(
      `bad-option | cambium: parseCsv expected the text of a CSV, got "${path}"; if that is a path, readCsv reads it`,
    );
  },
);

it("parseCsv refuses what is not text", async () => {
  expect(await failureOf(() => parseCsv(encoder.encode("a\n1") as unknown as string))).toBe(
    "bad-option | cambium: parseCsv expected text, got object; give files, bytes and streams to readCsv",
  );
});
