import { expect, test } from "vitest";
import { CsvError, type CsvProblem, readCsv } from "../../src/index.ts";

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, "rows.csv");

const broken: [what: string, file: File, problem: CsvProblem][] = [
  ["another delimiter", fileOf("a;b\n1;2"), { kind: "delimiter", likely: ";" }],
  ["bytes of Latin 1", fileOf("a,b\n1,gr", Uint8Array.of(0xfc), "n"), { kind: "encoding", likely: "windows-1252" }],
  ["UTF-16", fileOf(Uint8Array.of(0xff, 0xfe, 0x61, 0)), { kind: "encoding", likely: "utf-16le" }],
  ["an archive", fileOf(Uint8Array.of(0x50, 0x4b, 3, 4)), { kind: "format", found: "zip" }],
  ["an index without a name", fileOf(",a,b\n0,1,2"), { kind: "unnamed-column", field: 1 }],
  [
    "a mark for a missing value",
    fileOf("a\n1\n2\nn/a"),
    { kind: "text-among-numbers", column: "a", row: 3, text: "n/a" },
  ],
  ["codes", fileOf("zip\n1\n2\n03"), { kind: "leading-zeros", column: "zip", row: 3, text: "03" }],
];

test.each(broken)("a file with %s has its problem as data", async (_, file, problem) => {
  const error = await readCsv(file).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CsvError);
  expect((error as CsvError).code).toBe("bad-csv");
  expect((error as CsvError).problem).toEqual(problem);
});

test("what no option repairs has no problem as data", async () => {
  const error = await readCsv(fileOf("a,b\n1,2\n3")).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "bad-csv" });
  expect(error).not.toBeInstanceOf(CsvError);
});
