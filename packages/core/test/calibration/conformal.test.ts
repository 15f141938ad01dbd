import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conformalRank } from "../../src/calibration/conformal.ts";
import { boosting, cart, conformalIntervals, conformalSets, trainTestSplit } from "../../src/index.ts";
import { randomShare } from "../../src/util/random.ts";
import { failureOf } from "../support/failure-of.ts";
import { tableOfShares, toldClasses, toldNumbers } from "../support/told-models.ts";

const coverages = [0.1, 0.5, 0.8, 0.9, 0.95] as const;

const without = <T>(rows: readonly T[], place: number): T[] => rows.filter((_, i) => i !== place);

describe("the rank of the limit", () => {
  it("is ⌈(n + 1)·coverage⌉ of the decimal that was written", () => {
    for (let rows = 0; rows < 500; rows++) {
      for (let hundredths = 1; hundredths < 100; hundredths++) {
        const exact = (BigInt(rows + 1) * BigInt(hundredths) + 99n) / 100n;
        expect(conformalRank(rows, hundredths / 100)).toBe(Number(exact));
      }
    }
  });
});

describe("conformalIntervals", () => {
  it("take the rank of the errors that the rule says, by hand", () => {
    // Errors 1 to 9: of 10 times 0.8 the eighth.
    const table = { told: new Array<number>(9).fill(10), y: [11, 8, 13, 6, 15, 4, 17, 2, 19] };
    const intervals = conformalIntervals(toldNumbers(), table, { coverage: 0.8 });
    expect(intervals).toMatchObject({ coverage: 0.8, rows: 9, radius: 8, report: [] });
    expect(intervals.predict({ told: [0, 5] })).toEqual({
      lower: Float64Array.of(-8, -3),
      upper: Float64Array.of(8, 13),
    });
  });

  it("are infinite where the rows are too few, and say how many it takes", () => {
    const table = { told: [0, 0, 0], y: [1, 2, 3] };
    const few = conformalIntervals(toldNumbers(), table);
    expect(few.radius).toBe(Number.POSITIVE_INFINITY);
    expect(few.report).toEqual([
      "3 rows are too few to calibrate on for a coverage of 0.9: everything is covered, without limit; it takes 9 rows",
    ]);
    expect(few.predict({ told: [1] })).toEqual({
      lower: Float64Array.of(Number.NEGATIVE_INFINITY),
      upper: Float64Array.of(Number.POSITIVE_INFINITY),
    });
    for (const coverage of coverages) {
      const { report } = conformalIntervals(toldNumbers(), { told: [0], y: [1] }, { coverage });
      const needed = Number(/it takes (\d+)/.exec(report[0] ?? "it takes 1")?.[1]);
      expect(conformalRank(needed, coverage)).toBeLessThanOrEqual(needed);
      expect(needed === 1 || conformalRank(needed - 1, coverage) > needed - 1).toBe(true);
    }
  });

  it("narrow two models that are too far apart, down to a point", () => {
    const table = {
      low: new Array<number>(9).fill(0),
      high: new Array<number>(9).fill(10),
      y: [5, 5, 5, 5, 5, 5, 5, 5, 5],
    };
    const intervals = conformalIntervals({ lower: toldNumbers("low"), upper: toldNumbers("high") }, table);
    expect(intervals.radius).toBe(-5);
    const { lower, upper } = intervals.predict({ low: [0, 1, 2], high: [10, 21, 4] });
    expect([...lower]).toEqual([5, 6, 3]);
    expect([...upper]).toEqual([5, 16, 3]);
  });

  it("hold, whichever of n + 1 rows is the new one, at least ⌈(n + 1)·coverage⌉ of them", () => {
    const row = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 25 }), fc.constantFrom(...coverages), (rows, coverage) => {
        const tableOf = (of: typeof rows) => ({
          told: of.map(([told]) => told),
          other: of.map(([, other]) => other),
          y: of.map(([, , y]) => y),
        });
        for (const model of [toldNumbers(), { lower: toldNumbers(), upper: toldNumbers("other") }]) {
          const held = rows.filter((own, i) => {
            const intervals = conformalIntervals(model, tableOf(without(rows, i)), { coverage });
            const { lower, upper } = intervals.predict(tableOf([own]));
            return lower[0] <= own[2] && own[2] <= upper[0];
          });
          expect(held.length).toBeGreaterThanOrEqual(conformalRank(rows.length - 1, coverage));
        }
      }),
    );
  });

  it("do not depend on the order of the calibration rows", () => {
    const table = { told: [1, 2, 3, 4, 5], y: [2, 0, 3, 9, 5.5] };
    const reversed = { told: [...table.told].reverse(), y: [...table.y].reverse() };
    const [a, b] = [table, reversed].map((of) => conformalIntervals(toldNumbers(), of, { coverage: 0.6 }));
    expect(a.radius).toBe(b.radius);
  });

  /** A slope whose noise grows with x, from hashes of the seed. */
  function noisyTable(rows: number, seed: number) {
    const x = Array.from({ length: rows }, (_, row) => 4 * randomShare(seed, row, 1));
    const y = x.map((value, row) => {
      const noise = randomShare(seed, row, 2) + randomShare(seed, row, 3) + randomShare(seed, row, 4) - 1.5;
      return 3 * value + (0.2 + value) * noise;
    });
    return { x, y };
  }

  it("cover rows that nobody saw as often as was asked, over many tables", async () => {
    const held = { one: 0, two: 0, rows: 0 };
    const seeds = 60;
    const calibrationRows = 99;
    for (let seed = 1; seed <= seeds; seed++) {
      const train = noisyTable(60, 3 * seed);
      const calibration = noisyTable(calibrationRows, 3 * seed + 1);
      const fresh = noisyTable(100, 3 * seed + 2);
      const model = await cart({ maxDepth: 3 }).fit(train, { target: "y" });
      const other = await boosting({ loss: "auto", rounds: 5 }).fit(train, { target: "y" });
      if (model.task !== "regression" || other.task !== "regression") throw new Error("the target is a number");
      const one = conformalIntervals(model, calibration, { coverage: 0.9 }).predict(fresh);
      const two = conformalIntervals({ lower: other, upper: model }, calibration, { coverage: 0.9 }).predict(fresh);
      fresh.y.forEach((y, row) => {
        held.rows++;
        if (one.lower[row] <= y && y <= one.upper[row]) held.one++;
        if (two.lower[row] <= y && y <= two.upper[row]) held.two++;
      });
    }
    // With n calibration rows the coverage of new ones is Beta(k, n + 1 - k), k = 90: its mean is 0.9 exactly.
    const variance = (0.9 * 0.1) / (calibrationRows + 2);
    const deviation = Math.sqrt((variance + 0.09 / 100) / seeds);
    for (const count of [held.one, held.two]) expect(Math.abs(count / held.rows - 0.9)).toBeLessThan(4 * deviation);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a model of classes",
      () => conformalIntervals(toldClasses(["a", "b"]) as never, { y: [1] }),
      "conformalIntervals expects a model of numbers, got one of classes",
    ],
    [
      "one model of two",
      () => conformalIntervals({ lower: toldNumbers() } as never, { y: [1] }),
      "conformalIntervals: upper expects a model",
    ],
    [
      "models of two targets",
      () => conformalIntervals({ lower: toldNumbers(), upper: { ...toldNumbers(), target: "z" } }, { y: [1] }),
      'conformalIntervals: lower predicts "y", and upper "z"; give two models of one target',
    ],
    [
      "a coverage of 1",
      () => conformalIntervals(toldNumbers(), { told: [1], y: [1] }, { coverage: 1 }),
      "conformalIntervals: coverage expects a number above 0 and below 1, got 1",
    ],
    [
      "weights",
      () => conformalIntervals(toldNumbers(), { told: [1], y: [1] }, { weight: [1] } as never),
      'conformalIntervals has no option "weight"',
    ],
    [
      "what no number was predicted for",
      () => conformalIntervals(toldNumbers(), { told: [Number.NaN], y: [1] }),
      "conformalIntervals: the model predicts no finite number for a calibration row",
    ],
  ])("refuse %s", async (_what, call, message) => {
    expect(await failureOf(call)).toContain(message);
  });
});

describe("conformalSets", () => {
  const classes = ["a", "b", "c"];
  // In sixteenths, so that sums and differences are exact.
  const shares = fc
    .tuple(fc.nat(16), fc.nat(16))
    .map(([i, j]) => [Math.min(i, j), Math.abs(i - j), 16 - Math.max(i, j)].map((part) => part / 16));
  const row = fc.tuple(shares, fc.nat(2));
  const tableOf = (rows: readonly (readonly [number[], number])[]) =>
    tableOfShares(
      rows.flatMap(([own]) => own),
      classes,
      rows.map(([, code]) => code),
    );

  it("hold, whichever of n + 1 rows is the new one, at least ⌈(n + 1)·coverage⌉ of them", () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 20 }),
        fc.constantFrom(...coverages),
        fc.constantFrom("threshold" as const, "adaptive" as const),
        (rows, coverage, method) => {
          const held = rows.filter((own, i) => {
            const sets = conformalSets(toldClasses(classes), tableOf(without(rows, i)), { coverage, method });
            return sets.predict(tableOf([own]))[0].includes(classes[own[1]]);
          });
          expect(held.length).toBeGreaterThanOrEqual(conformalRank(rows.length - 1, coverage));
        },
      ),
    );
  });

  it("are by threshold the classes that are likely enough, which may be none", () => {
    // The true class has 1/2 nine times: what has less is left out.
    const table = tableOf(Array.from({ length: 9 }, () => [[0.5, 0.25, 0.25], 0] as [number[], number]));
    const sets = conformalSets(toldClasses(classes), table);
    expect(sets).toMatchObject({ method: "threshold", coverage: 0.9, rows: 9, limit: 0.5, report: [] });
    const asked = tableOfShares([0.5, 0.5, 0, 0.25, 0.75, 0, 0.375, 0.375, 0.25], classes);
    expect(sets.predict(asked)).toEqual([["a", "b"], ["b"], []]);
  });

  it("are adaptive the likeliest classes down to a sum, and one at least", () => {
    const table = tableOf(Array.from({ length: 9 }, () => [[0.5, 0.375, 0.125], 1] as [number[], number]));
    const sets = conformalSets(toldClasses(classes), table, { method: "adaptive" });
    expect(sets.limit).toBe(0.875);
    const asked = tableOfShares([0.125, 0.375, 0.5, 1, 0, 0, 0.25, 0.25, 0.5, 0.3, 0.3, 0.4], classes);
    expect(sets.predict(asked)).toEqual([["c", "b"], ["a"], ["c", "a"], ["c", "a"]]);
  });

  it("are adaptive all classes where the least likely one came true, whatever rounding makes of their sum", () => {
    // 0.7 + 0.2 + 0.1 is less than 1 by a last bit.
    const table = tableOf(Array.from({ length: 9 }, () => [[0.7, 0.2, 0.1], 2] as [number[], number]));
    const sets = conformalSets(toldClasses(classes), table, { method: "adaptive" });
    expect(sets.limit).toBe(1);
    expect(sets.predict(tableOfShares([0.5, 0.25, 0.25], classes))).toEqual([["a", "b", "c"]]);
  });

  it("hold every class where the rows are too few", () => {
    const table = tableOf([[[1, 0, 0], 0]]);
    const sets = conformalSets(toldClasses(classes), table);
    expect(sets.limit).toBe(Number.POSITIVE_INFINITY);
    expect(sets.report[0]).toContain("1 row is too few to calibrate on");
    expect(sets.predict(tableOfShares([0, 1, 0], classes))).toEqual([["b", "a", "c"]]);
  });

  it("cover rows that nobody saw as often as was asked, over many tables", async () => {
    const held = { threshold: 0, adaptive: 0, rows: 0 };
    const seeds = 60;
    for (let seed = 1; seed <= seeds; seed++) {
      const x = Array.from({ length: 260 }, (_, i) => 3 * randomShare(seed, i, 5));
      const y = x.map((value, i) => classes[Math.min(2, Math.floor(value / 2 + 1.5 * randomShare(seed, i, 6)))]);
      const { train, validation, test } = trainTestSplit({ x, y }, { validation: 99 / 260, test: 100 / 260, seed });
      const model = await cart({ maxDepth: 2 }).fit(train, { target: "y" });
      if (model.task !== "classification") throw new Error("the target is text");
      const actual = test.column("y") as readonly string[];
      held.rows += actual.length;
      for (const method of ["threshold", "adaptive"] as const) {
        const sets = conformalSets(model, validation, { coverage: 0.9, method }).predict(test);
        held[method] += sets.filter((labels, i) => labels.includes(actual[i])).length;
      }
    }
    // Scores of a tree tie, by which sets may only hold more.
    const deviation = Math.sqrt(((0.9 * 0.1) / 101 + 0.09 / 100) / seeds);
    for (const method of ["threshold", "adaptive"] as const)
      expect(held[method] / held.rows).toBeGreaterThan(0.9 - 4 * deviation);
  });

  it.each<[string, () => unknown, string]>([
    [
      "a model of numbers",
      () => conformalSets(toldNumbers() as never, { y: [1] }),
      "conformalSets expects a model of classes, got one of numbers",
    ],
    [
      "another method",
      () => conformalSets(toldClasses(classes), tableOf([[[1, 0, 0], 0]]), { method: "aps" as never }),
      'conformalSets: method expects "threshold" or "adaptive", got "aps"',
    ],
    [
      "a class that the model does not know",
      () => conformalSets(toldClasses(classes), { ...tableOf([[[1, 0, 0], 0]]), y: ["d"] }),
      "bad-target",
    ],
  ])("refuse %s", async (_what, call, message) => {
    expect(await failureOf(call)).toContain(message);
  });
});
