import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byCodePoint, type ColumnType, columnInTurns } from "../../src/dataset/encode-column.ts";
import { atOnce } from "../../src/util/turns.ts";
import { failureOf } from "../support/failure-of.ts";

const numeric = (values: ArrayLike<number>) => ({ kind: "numeric", name: "x", values });

const encodeColumn = (name: string, values: ArrayLike<unknown>, declared?: ColumnType) =>
  atOnce(columnInTurns(name, values, declared));

describe("columnInTurns", () => {
  it("keeps float64 and float32, with NaN missing and -0 made +0", () => {
    expect(encodeColumn("x", Float64Array.of(1, -0, Number.NaN))).toEqual(numeric(Float64Array.of(1, 0, Number.NaN)));
    expect(encodeColumn("x", Float32Array.of(0.1, -0))).toEqual(numeric(Float32Array.of(0.1, 0)));
  });

  it.each<[string, ArrayLike<unknown>, number[]]>([
    ["numbers", [1, -0, null, undefined, Number.NaN], [1, 0, Number.NaN, Number.NaN, Number.NaN]],
    ["infinities", [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], [Infinity, -Infinity]],
    ["whole numbers of typed arrays", Int16Array.of(1, -2), [1, -2]],
    ["bigints", [1n, -(2n ** 53n) + 1n], [1, -(2 ** 53) + 1]],
    ["bigints of typed arrays", BigInt64Array.of(1n, -2n) as unknown as ArrayLike<unknown>, [1, -2]],
    ["numbers among bigints", [1n, 2.5], [1, 2.5]],
    ["dates", [new Date(5), new Date(Number.NaN), null], [5, Number.NaN, Number.NaN]],
    ["nothing", [null, null], [Number.NaN, Number.NaN]],
  ])("takes %s as numeric", (_name, values, expected) => {
    expect(encodeColumn("x", values)).toEqual(numeric(Float64Array.from(expected)));
  });

  it("takes text and booleans as categories", () => {
    expect(encodeColumn("x", ["b", null, "a", "b"])).toEqual({
      kind: "categorical",
      name: "x",
      codes: Int32Array.of(1, -1, 0, 1),
      categories: ["a", "b"],
    });
    expect(encodeColumn("x", [true, false, undefined])).toEqual({
      kind: "categorical",
      name: "x",
      codes: Int32Array.of(1, 0, -1),
      categories: ["false", "true"],
    });
  });

  it("takes what is declared as it is declared", () => {
    expect(encodeColumn("x", ["1.5", " 2 ", null, true, 3], "numeric")).toEqual(
      numeric(Float64Array.of(1.5, 2, Number.NaN, 1, 3)),
    );
    expect(encodeColumn("x", [10, 9, -0, "a", 10n, new Date(0), Number.NaN], "categorical")).toEqual({
      kind: "categorical",
      name: "x",
      codes: Int32Array.of(1, 3, 0, 4, 1, 2, -1),
      categories: ["0", "10", "1970-01-01T00:00:00.000Z", "9", "a"],
    });
  });

  it("orders categories by code point, astral characters after all others", () => {
    const column = encodeColumn("x", ["\u{1F600}", "\uFFFD", "\uE000", "z", "é", "", "zz", "\u{10000}"]);
    expect(column).toMatchObject({
      categories: ["", "z", "zz", "é", "\uE000", "\uFFFD", "\u{10000}", "\u{1F600}"],
    });
  });

  it.each<[string, ArrayLike<unknown>, "numeric" | "categorical" | undefined, string]>([
    [
      "objects",
      [null, { a: 1 }],
      undefined,
      'column "x" has an object in row 2; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
    [
      "arrays among numbers",
      [1, [1, 2, 3]],
      undefined,
      'column "x" has an array of 3 in row 2; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
    [
      "objects that are declared categorical",
      [{ a: 1 }],
      "categorical",
      'column "x" has an object in row 1; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
    [
      "functions that are declared numeric",
      [() => 1],
      "numeric",
      'column "x" has a function in row 1; expected numbers, text, booleans or dates: take the field you need out of it',
    ],
    [
      "text among numbers",
      [1, null, "n/a"],
      undefined,
      'column "x" has text in row 3 ("n/a"); expected numbers: make such values null, or declare the column before training: types: { "x": "categorical" }',
    ],
    [
      "text in a column that is declared numeric",
      ["1", "one"],
      "numeric",
      'column "x" has text in row 2 ("one"); expected numbers: make such values null, or declare the column before training: types: { "x": "categorical" }',
    ],
    [
      "numbers among text",
      ["a", 1],
      undefined,
      'column "x" has "a" in row 1 and 1 in row 2; declare what it is: types: { "x": "categorical" }',
    ],
    [
      "booleans among numbers",
      [0, true],
      undefined,
      'column "x" has 0 in row 1 and true in row 2; declare what it is: types: { "x": "categorical" }',
    ],
    [
      "whole numbers that no double holds",
      [2n ** 53n],
      undefined,
      'column "x" has 9007199254740992 in row 1, beyond the 2^53 that a number holds exactly; leave it out, or declare it categorical',
    ],
  ])("refuses %s", async (_name, values, declared, message) => {
    expect(await failureOf(() => encodeColumn("x", values, declared))).toBe(`bad-column | cambium: ${message}`);
  });

  it("refuses a column of names", async () => {
    const names = Array.from({ length: 2 ** 16 + 1 }, (_, row) => `name ${row}`);
    expect(await failureOf(() => encodeColumn("x", names))).toBe(
      'too-large | cambium: column "x" has 65537 categories; at most 65535 are learned from. Leave it out: exclude: ["x"]',
    );
    expect(encodeColumn("x", names.slice(2))).toMatchObject({ kind: "categorical" });
  });
});

describe("byCodePoint", () => {
  it("orders like the lists of code points", () => {
    const text = fc.string({ unit: "binary", maxLength: 4 });
    const points = (s: string) => Array.from(s, (character) => character.codePointAt(0) as number);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [points(a), points(b)];
        const at = x.findIndex((point, i) => point !== y[i]);
        const expected = at < 0 ? x.length - y.length : at >= y.length ? 1 : x[at] - y[at];
        expect(Math.sign(byCodePoint(a, b))).toBe(Math.sign(expected));
      }),
      { numRuns: 1000 },
    );
  });
});
