import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fold, type FoldsOptions, foldsOf } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const count = (rows: number) => ({ id: Array.from({ length: rows }, (_, row) => row) });
const sizes = (folds: readonly Fold[]) => folds.map(({ test }) => test.length);
const spread = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

/** How many rows of each value each fold holds out. */
const tallies = (folds: readonly Fold[], values: readonly unknown[]) =>
  [...new Set(values)].map((value) => folds.map(({ test }) => test.filter((row) => values[row] === value).length));

const cases = fc
  .record({ rows: fc.integer({ min: 2, max: 60 }), folds: fc.integer({ min: 2, max: 9 }), seed: fc.nat() })
  .filter(({ rows, folds }) => folds <= rows);

function expectPartition(folds: readonly Fold[], rows: number) {
  const all = count(rows).id;
  expect(folds.flatMap(({ test }) => [...test]).sort((a, b) => a - b)).toEqual(all);
  for (const { train, test } of folds) {
    expect([...train, ...test].sort((a, b) => a - b)).toEqual(all);
    for (const part of [train, test]) expect([...part]).toEqual([...part].sort((a, b) => a - b));
    expect(test.length).toBeGreaterThan(0);
  }
}

describe("foldsOf", () => {
  it("holds every row out once, in folds of one size", () => {
    fc.assert(
      fc.property(cases, ({ rows, folds, seed }) => {
        const made = foldsOf(count(rows), { folds, seed });
        expect(made.length).toBe(folds);
        expectPartition(made, rows);
        expect(spread(sizes(made))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("stratified, has no two rows more of a value in one fold than in another, nor of all", () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.constantFrom("a", "b", "c", null)), ({ rows, ...options }, stream) => {
        const kind = [...stream.take(rows)];
        const made = foldsOf({ ...count(rows), kind }, { ...options, stratify: "kind" });
        expectPartition(made, rows);
        for (const tally of tallies(made, kind)) expect(spread(tally)).toBeLessThanOrEqual(1);
        expect(spread(sizes(made))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("grouped, has no group in two folds, and no fold larger than another by more than the largest group", () => {
    fc.assert(
      fc.property(cases, fc.infiniteStream(fc.nat(20)), fc.boolean(), ({ rows, ...options }, stream, byName) => {
        const group = [...stream.take(rows)];
        fc.pre(new Set(group).size >= options.folds);
        const made = foldsOf({ ...count(rows), group }, { ...options, group: byName ? "group" : group });
        expectPartition(made, rows);
        for (const tally of tallies(made, group)) expect(tally.filter((held) => held > 0).length).toBe(1);
        const largest = Math.max(...tallies(made, group).map((tally) => Math.max(...tally)));
        expect(spread(sizes(made))).toBeLessThanOrEqual(largest);
      }),
    );
  });

  it("grouped and stratified, keeps groups together and the values about as frequent", () => {
    const owner = Array.from({ length: 300 }, (_, row) => Math.floor(row / 5));
    const kind = owner.map((who) => (who % 3 === 0 ? "rare" : "common"));
    const made = foldsOf({ ...count(300), owner, kind }, { folds: 5, group: "owner", stratify: "kind" });
    expectPartition(made, 300);
    for (const tally of tallies(made, owner)) expect(tally.filter((held) => held > 0).length).toBe(1);
    expect(tallies(made, kind)).toEqual([
      [20, 20, 20, 20, 20],
      [40, 40, 40, 40, 40],
    ]);
  });

  it("places the largest groups first: 4, 3, 3, 2 rows fit into two folds of 6", () => {
    const group = ["a", "a", "a", "a", "b", "b", "b", "c", "c", "c", "d", "d"];
    for (const seed of [0, 1, 2, 3])
      expect(sizes(foldsOf(count(12), { folds: 2, seed, group })), `seed ${seed}`).toEqual([6, 6]);
  });

  it("takes dates of one time for one value, and all missing values for one", () => {
    const day = count(12).id.map((row) => row % 3);
    const dates = day.map((number) => new Date(86_400_000 * number));
    const gaps = day.map((number, row) => (number === 0 ? [null, undefined, Number.NaN][(row / 3) % 3] : number));
    for (const options of [
      { folds: 3, group: "of" },
      { folds: 4, stratify: "of" },
    ]) {
      const made = (of: readonly unknown[]) => foldsOf({ ...count(12), of }, options);
      expect(made(dates)).toEqual(made(day));
      if (options.group === undefined) expect(made(gaps)).toEqual(made(day));
    }
  });

  it("grouped and stratified, gives a group whose values no fold has to the one with the fewest rows", () => {
    const kind = ["a", "a", "a", "a", "b", "b", "b"];
    const made = foldsOf({ ...count(7), kind }, { folds: 2, group: "kind", stratify: "kind" });
    expect(sizes(made)).toEqual([4, 3]);
  });

  it("grouped and stratified, keeps rare values apart sooner than frequent ones", () => {
    const group = [..."AAAABBBGG"];
    const kind = [..."aaaabccab"];
    for (const seed of [0, 1, 2]) {
      const made = foldsOf({ ...count(9), group, kind }, { folds: 2, seed, group: "group", stratify: "kind" });
      const [, rare] = tallies(made, kind);
      expect([rare, sizes(made)]).toEqual([
        [1, 1],
        [6, 3],
      ]);
    }
  });

  it("is the same for the same seed, and another for another", () => {
    for (const options of [{}, { stratify: "kind" }, { group: "owner" }] satisfies FoldsOptions[]) {
      const kind = count(60).id.map((row) => row % 2);
      const owner = count(60).id.map((row) => row % 30);
      const of = (seed: number) => foldsOf({ ...count(60), kind, owner }, { ...options, seed });
      expect(of(1)).toEqual(of(1));
      expect(of(1)).not.toEqual(of(2));
    }
  });

  it.each<[string, object, string]>([
    ["more folds than rows", { folds: 7 }, "bad-option | cambium: foldsOf: 7 folds need as many rows, got 6"],
    ["one fold", { folds: 1 }, "bad-option | cambium: foldsOf: folds expects a whole number >= 2, got 1"],
    [
      "fewer groups than folds",
      { folds: 3, group: "group" },
      "bad-option | cambium: foldsOf: 3 folds need as many groups, got 2 groups; ask for fewer folds",
    ],
    [
      "a group column that lacks",
      { group: "grup" },
      'unknown-column | cambium: group: the table has no column "grup"; did you mean "group"? there are "id", "group", "gaps"',
    ],
    [
      "a missing group",
      { group: "gaps" },
      "missing-value | cambium: foldsOf: group is missing in row 2; give such rows a group of their own, or leave them out",
    ],
    [
      "groups of another length",
      { group: [1, 2] },
      "bad-option | cambium: foldsOf: group has 2 values, but the table has 6 rows",
    ],
    [
      "another library's name",
      { n_splits: 3 },
      'unknown-option | cambium: foldsOf has no option "n_splits"; it is called folds here; it takes "folds", "seed", "stratify", "group"',
    ],
  ])("refuses %s", async (_name, options, message) => {
    const table = { ...count(6), group: [1, 1, 1, 2, 2, 2], gaps: [1, null, 2, 3, 4, 5] };
    expect(await failureOf(() => foldsOf(table, options))).toBe(message);
  });
});
