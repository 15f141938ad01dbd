import { parseCsv } from "cambium/io";
import { expect, test } from "vitest";
import { type FileSettings, findDecimalComma, readTable } from "../../src/learning/read-table.ts";

const plain: FileSettings = {
  delimiter: ",",
  decimal: ".",
  encoding: "utf-8",
  missingValues: [],
  types: new Map(),
  dropsIndex: false,
};
const german = { ...plain, delimiter: ";", decimal: "," } as const;

async function columnsOf(
  text: string | Uint8Array<ArrayBuffer>,
  settings: FileSettings,
): Promise<Record<string, unknown[]>> {
  const table = await readTable(new File([text], "rows.csv"), settings);
  return Object.fromEntries(table.columnNames.map((name) => [name, Array.from(table.column(name))]));
}

test("decimal commas and points of thousands are numbers; dates, versions and words stay", async () => {
  const text = 'a;b;c\n1,5;01.02.2024;x,y\r\n-1.234,25;1.2.3;"2,5"\n7;;1,5 kg\n';
  expect(await columnsOf(text, german)).toEqual({
    a: [1.5, -1234.25, 7],
    b: ["01.02.2024", "1.2.3", null],
    c: ["x,y", "2.5", "1,5 kg"],
  });
});

test("between commas, decimal commas stand in quotes", async () => {
  expect(await columnsOf('a,b\n"1,5",2\n"2,25",3\n', { ...plain, decimal: "," })).toEqual({
    a: [1.5, 2.25],
    b: [2, 3],
  });
});

test("a file in Windows-1252 is read as such", async () => {
  const bytes = Uint8Array.from("stadt,n\nK\u00f6ln,1\n", (letter) => letter.charCodeAt(0));
  expect(await columnsOf(bytes, { ...plain, encoding: "windows-1252" })).toEqual({ stadt: ["Köln"], n: [1] });
});

test("bytes that are no text stay an error of the reader, whatever is rewritten", async () => {
  const bytes = Uint8Array.of(0x61, 0x3b, 0x62, 0x0a, 0xfc, 0x3b, 0x31);
  await expect(columnsOf(bytes, german)).rejects.toMatchObject({ problem: { kind: "encoding" } });
});

test.each([",a\n0,x\n1,y\n", '"",a\n0,x\n1,y\n', "\ufeff,a\n0,x\n1,y\n"])(
  "a first column without a name is left out: %j",
  async (text) => {
    expect(await columnsOf(text, { ...plain, dropsIndex: true })).toEqual({ a: ["x", "y"] });
  },
);

test("a column of numbers with decimal commas is found, and one with few of them is not", () => {
  const commas = parseCsv("name;size\na;1,5\nb;2,5\nc;?\n", { delimiter: ";" });
  expect(findDecimalComma(commas)).toEqual({ column: "size", example: "1,5" });
  expect(findDecimalComma(parseCsv("x\n1,5\n2\n", { delimiter: ";" }))).toEqual({ column: "x", example: "1,5" });
  expect(findDecimalComma(parseCsv("x;y\n1,5;2\nb;3\nc;4\n", { delimiter: ";" }))).toBeNull();
  expect(findDecimalComma(parseCsv("x,y\n1,2\n"))).toBeNull();
});
