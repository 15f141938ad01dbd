import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../src/index.ts";
import { columnsOf } from "../support/columns-of.ts";

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url);

describe("csv-parse 7.0.3 and papaparse 5.7.1", () => {
  const [names, ...rows] = JSON.parse(readFileSync(fixture("tricky-rows.json"), "utf8")) as [string[], ...string[][]];

  it("find the same fields in a file with everything that the format allows", async () => {
    const types = Object.fromEntries(names.map((name) => [name, "categorical" as const]));
    const expected = names.map((name, i) => [name, rows.map((row) => (row[i] === "" ? null : row[i]))]);
    expect(columnsOf(await readCsv(fixture("tricky.csv"), { types }))).toEqual(expected);
  });
});
