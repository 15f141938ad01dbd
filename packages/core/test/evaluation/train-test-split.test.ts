import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TableLike, trainTestSplit } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const ids = (table: TableLike) => Array.from(table.column("id")) as number[];
const count = (rows: number) => ({ id: Array.from({ length: rows }, (_, row) => row) });

describe("trainTestSplit", () => {
  it("puts each row into one part, keeps their order, and keeps the shares", () => {
    const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.nat(60), share, share, fc.nat(), (rows, test, validation, seed) => {
        fc.pre(test + validation <= 1);
        const parts = trainTestSplit(count(rows), { test, validation, seed });
        const [train, forValidation, forTest] = [parts.train, parts.validation, parts.test].map(ids);
        expect([...train, ...forValidation, ...forTest].sort((a, b) => a - b)).toEqual(count(rows).id);
        for (const part of [train, forValidation, forTest]) expect(part).toEqual([...part].sort((a, b) => a - b));
        expect(Math.abs(forTest.length - test * rows)).toBeLessThanOrEqual(0.5);
        expect(Math.abs(forValidation.length - validation * rows)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("keeps a quarter for the test unless told", () => {
    const parts = trainTestSplit(count(100));
    expect([parts.train, parts.validation, parts.test].map((part) => part.rowCount)).toEqual([75, 0, 25]);
  });

  it("stratifies: each value has its share in each part", () => {
    const kind = Array.from({ length: 200 }, (_, row) => (row % 10 === 0 ? "rare" : row % 2 === 0 ? "some" : null));
    const { train, validation, test } = trainTestSplit(
      { ...count(200), kind },
      { test: 0.2, validation: 0.3, seed: 5, stratify: "kind" },
    );
    const tally = (part: TableLike) =>
      ["rare", "some", null].map((value) => Array.from(part.column("kind")).filter((k) => k === value).length);
    expect([train, validation, test].map(tally)).toEqual([
      [10, 40, 50],
      [6, 24, 30],
      [4, 16, 20],
    ]);
  });

  it("takes dates of one time for one value, and all missing values for one", () => {
    const day = count(60).id.map((row) => row % 3);
    const dates = day.map((number) => new Date(86_400_000 * number));
    const gaps = day.map((number, row) => (number === 0 ? [null, undefined, Number.NaN][(row / 3) % 3] : number));
    for (const kind of [day, dates, gaps]) {
      expect(ids(trainTestSplit({ ...count(60), kind }, { stratify: "kind" }).test)).toEqual(
        ids(trainTestSplit({ ...count(60), kind: day }, { stratify: "kind" }).test),
      );
    }
  });

  it("chooses each stratum's rows on their own", () => {
    const kind = Array.from({ length: 200 }, (_, row) => (row < 100 ? "first" : "second"));
    const chosen = ids(trainTestSplit({ ...count(200), kind }, { test: 0.5, stratify: "kind" }).test);
    const alike = chosen.filter((id) => id < 100 && chosen.includes(id + 100)).length;
    // By chance 25 of the 50 have their twin among the chosen, give or take 3.5.
    expect(alike).toBeGreaterThan(10);
    expect(alike).toBeLessThan(40);
  });

  it("is the same for the same seed, and another for another", () => {
    const split = (seed: number) => ids(trainTestSplit(count(50), { seed }).test);
    expect(split(1)).toEqual(split(1));
    expect(split(1)).not.toEqual(split(2));
  });

  it.each<[string, object, string]>([
    [
      "a share above one",
      { test: 20 },
      "bad-option | cambium: trainTestSplit: test expects a number from 0 to 1, got 20",
    ],
    [
      "shares above one together",
      { test: 0.5, validation: 0.75 },
      "bad-option | cambium: trainTestSplit: test and validation are 1.25 of the rows together, expected at most 1",
    ],
    [
      "an unknown option",
      { tests: 0.5 },
      'unknown-option | cambium: trainTestSplit has no option "tests"; did you mean "test"? it takes "test", "validation", "seed", "stratify"',
    ],
    [
      "a fraction as a seed",
      { seed: 0.5 },
      "bad-option | cambium: trainTestSplit: seed expects a whole number from 0 to 9007199254740991, got 0.5",
    ],
    [
      "an unknown column",
      { stratify: "idd" },
      'unknown-column | cambium: stratify: the table has no column "idd"; did you mean "id"? there are "id"',
    ],
  ])("refuses %s", async (_name, options, message) => {
    expect(await failureOf(() => trainTestSplit(count(4), options))).toBe(message);
  });
});
