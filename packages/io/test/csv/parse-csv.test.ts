import { describe, expect, it } from "vitest";
import { parseCsv } from "../../src/index.ts";
import { columnsOf } from "../support/columns-of.ts";

describe("the grammar of RFC 4180, section 2, under a header", () => {
  const three = [
    ["a", ["aaa", "zzz"]],
    ["b", ["bbb", "yyy"]],
    ["c", ["ccc", "xxx"]],
  ];

  it("1: each record is on a line of its own, ended by CRLF", () => {
    expect(columnsOf(parseCsv("a,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n"))).toEqual(three);
  });

  it("2: the last line may lack its end", () => {
    expect(columnsOf(parseCsv("a,b,c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx"))).toEqual(three);
  });

  it("4: spaces are part of a field", () => {
    expect(columnsOf(parseCsv("a, b\n x , y z \n"))).toEqual([
      ["a", [" x "]],
      [" b", [" y z "]],
    ]);
  });

  it("5: fields may stand in quotes", () => {
    expect(columnsOf(parseCsv('a,b,c\r\n"aaa","bbb","ccc"\r\nzzz,yyy,xxx'))).toEqual(three);
  });

  it("6: a quoted field may contain ends of line, delimiters and quotes", () => {
    const text = 'a,b,c\r\n"aaa","b\r\nbb","c,cc"\r\nzzz,yyy,xxx';
    expect(columnsOf(parseCsv(text))).toEqual([
      ["a", ["aaa", "zzz"]],
      ["b", ["b\r\nbb", "yyy"]],
      ["c", ["c,cc", "xxx"]],
    ]);
  });

  it("7: a quote inside a quoted field is doubled", () => {
    expect(columnsOf(parseCsv('a,b\r\n"aaa","b""bb"\r\n"""",""""""'))).toEqual([
      ["a", ["aaa", '"']],
      ["b", ['b"bb', '""']],
    ]);
  });
});

describe("ends of line", () => {
  it.each(["\n", "\r\n", "\r"])("may be %j", (end) => {
    const text = ["a,b", "1,x", "2,y"].join(end);
    const expected = [
      ["a", [1, 2]],
      ["b", ["x", "y"]],
    ];
    expect(columnsOf(parseCsv(text))).toEqual(expected);
    expect(columnsOf(parseCsv(text + end))).toEqual(expected);
    expect(columnsOf(parseCsv(end + text + end + end))).toEqual(expected);
  });

  it("may change within a file", () => {
    expect(columnsOf(parseCsv("a,b\r1,x\n2,y\r\n3,z"))).toEqual([
      ["a", [1, 2, 3]],
      ["b", ["x", "y", "z"]],
    ]);
  });

  it("may stand alone between the rows of several columns, which a blank line cannot be", () => {
    expect(columnsOf(parseCsv("\n\na,b\n\n1,x\n\r\n\r2,y\n\n"))).toEqual([
      ["a", [1, 2]],
      ["b", ["x", "y"]],
    ]);
  });

  it("make a row with a missing value of a blank line, in a table of one column", () => {
    expect(columnsOf(parseCsv("a\n1\n\n2\n"))).toEqual([["a", [1, NaN, 2]]]);
    expect(columnsOf(parseCsv("a\r\nx\r\n\r\n"))).toEqual([["a", ["x", null]]]);
  });
});

describe("the header", () => {
  it("may begin with a byte order mark, which is no part of the first name", () => {
    expect(parseCsv("\ufeffa,b\n1,2").columnNames).toEqual(["a", "b"]);
    expect(parseCsv('\ufeff"a",b\n1,2').columnNames).toEqual(["a", "b"]);
  });

  it("keeps a byte order mark that stands anywhere else", () => {
    expect(columnsOf(parseCsv("a,\ufeffb\n\ufeffx,y"))).toEqual([
      ["a", ["\ufeffx"]],
      ["\ufeffb", ["y"]],
    ]);
  });

  it("may have names that objects inherit", () => {
    const table = parseCsv("__proto__,constructor,toString\n1,x,2\n");
    expect(columnsOf(table)).toEqual([
      ["__proto__", [1]],
      ["constructor", ["x"]],
      ["toString", [2]],
    ]);
  });

  it("may have quoted names, and names in any script", () => {
    expect(parseCsv('"a, b","c ""d""",Größe,年齢,🌲\n1,2,3,4,5').columnNames).toEqual([
      "a, b",
      'c "d"',
      "Größe",
      "年齢",
      "🌲",
    ]);
  });

  it("may be a quoted name that contains what separates fields elsewhere", () => {
    expect(columnsOf(parseCsv('"a;b"\n1\n'))).toEqual([["a;b", [1]]]);
  });
});

describe("a column", () => {
  it("is numeric, as a Float64Array, when every present value is a number", () => {
    const values = parseCsv("a,b\n1,x\n,x\n-2.5e3,x\n 4 ,x\n").column("a");
    expect(values).toBeInstanceOf(Float64Array);
    expect(values).toEqual(Float64Array.of(1, NaN, -2500, 4));
  });

  it("keeps minus zero, as Number() does", () => {
    expect(Object.is(parseCsv("a\n-0\n").column("a")[0], -0)).toBe(true);
  });

  it("is numeric when nothing is present", () => {
    expect(columnsOf(parseCsv("a,b\n,x\n,y\n"))).toEqual([
      ["a", [NaN, NaN]],
      ["b", ["x", "y"]],
    ]);
  });

  it("is text when no more than half of its present values are numbers, and these stay as they were written", () => {
    expect(columnsOf(parseCsv("a,b\n1.0,1\nA1,x\n,\n"))).toEqual([
      ["a", ["1.0", "A1", null]],
      ["b", ["1", "x", null]],
    ]);
  });

  it("is text when it holds true and false, infinities, or hexadecimal numbers", () => {
    const text = "a,b,c\ntrue,Infinity,0x1F\nfalse,-inf,0x2\n";
    expect(columnsOf(parseCsv(text))).toEqual([
      ["a", ["true", "false"]],
      ["b", ["Infinity", "-inf"]],
      ["c", ["0x1F", "0x2"]],
    ]);
  });

  it("is text when its numbers have leading zeros, which only a declaration drops", () => {
    expect(columnsOf(parseCsv("zip\n00501\n02134\n"))).toEqual([["zip", ["00501", "02134"]]]);
    expect(columnsOf(parseCsv("zip\n00501\n90210\n", { types: { zip: "numeric" } }))).toEqual([["zip", [501, 90210]]]);
    expect(columnsOf(parseCsv("zip\n00501\n90210\n90001\n", { types: { zip: "categorical" } }))).toEqual([
      ["zip", ["00501", "90210", "90001"]],
    ]);
  });

  it("is text when declared categorical, whatever it holds", () => {
    expect(columnsOf(parseCsv("a,b\n1,1.50\n,2\n", { types: { a: "categorical", b: "categorical" } }))).toEqual([
      ["a", ["1", null]],
      ["b", ["1.50", "2"]],
    ]);
  });

  it("means the same with and without quotes", () => {
    expect(columnsOf(parseCsv('a,b\n"1","x"\n"",""\n" 2 ",y\n'))).toEqual([
      ["a", [1, NaN, 2]],
      ["b", ["x", null, "y"]],
    ]);
  });

  it("crosses the blocks in which rows are kept without losing any", () => {
    const rows = Array.from({ length: 70_000 }, (_, row) => `${row},n${row % 7000},${row % 3 === 0 ? "" : row / 8}`);
    const table = parseCsv(`a,b,c\n${rows.join("\n")}`);
    expect(table.rowCount).toBe(70_000);
    expect(table.column("a")).toEqual(Float64Array.from(rows, (_, row) => row));
    expect(table.column("b")).toEqual(rows.map((_, row) => `n${row % 7000}`));
    expect(table.column("c")).toEqual(Float64Array.from(rows, (_, row) => (row % 3 === 0 ? NaN : row / 8)));
  });
});

describe("the options", () => {
  it("name another delimiter", () => {
    expect(columnsOf(parseCsv("a;b\n1,5;2\n", { delimiter: ";" }))).toEqual([
      ["a", ["1,5"]],
      ["b", [2]],
    ]);
    expect(columnsOf(parseCsv("a\tb\n1\t\n", { delimiter: "\t" }))).toEqual([
      ["a", [1]],
      ["b", [NaN]],
    ]);
  });

  it("name values that mean missing besides the empty field, in text and among numbers, quoted or not", () => {
    const text = 'a,b\n1,x\nn/a,?\n-999,"n/a"\n,\n"n/a",-9999\n3,y';
    expect(columnsOf(parseCsv(text, { missingValues: ["n/a", "?", "-999"] }))).toEqual([
      ["a", [1, NaN, NaN, NaN, NaN, 3]],
      ["b", ["x", null, null, null, "-9999", "y"]],
    ]);
  });

  it("compare missing values as they stand, with their spaces, quotes and letters beyond ASCII", () => {
    const text = 'a\n?\n ?\n"""?"""\nfehlt nämlich\nx\n';
    const missingValues = [" ?", '"?"', "fehlt nämlich"];
    expect(columnsOf(parseCsv(text, { missingValues }))).toEqual([["a", ["?", null, null, null, "x"]]]);
  });

  it("may be given and left undefined by their defaults", () => {
    const defaults = { delimiter: ",", missingValues: [""], types: {} } as const;
    expect(columnsOf(parseCsv("a,b\n1,\n2,x\n", defaults))).toEqual(columnsOf(parseCsv("a,b\n1,\n2,x\n")));
  });
});
