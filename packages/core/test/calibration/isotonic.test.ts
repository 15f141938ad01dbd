import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fitIsotonicCurve, valueOnCurve } from "../../src/calibration/isotonic-calibration.ts";
import {
  boosting,
  cart,
  evaluate,
  isotonicCalibration,
  loadIsotonicCalibration,
  logistic,
  metrics,
  trainTestSplit,
} from "../../src/index.ts";
import { absolute, type PeerCase, peerCases } from "../peers/peer-cases.ts";
import { expectEveryDamageRefused } from "../support/every-damage.ts";
import { failureOf } from "../support/failure-of.ts";
import { tableOfShares, toldClasses } from "../support/told-models.ts";

interface CurveCase extends PeerCase {
  readonly given: {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly weights?: readonly number[];
    readonly ask: readonly number[];
  };
  readonly outputs: {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly values: readonly number[];
  };
}

interface CalibrationCase extends PeerCase {
  readonly given: {
    readonly classCount: number;
    readonly probability: readonly number[];
    readonly actual: readonly number[];
    readonly weights?: readonly number[];
    readonly ask: readonly number[];
  };
  readonly outputs: { readonly probability: readonly number[] };
}

function expectNear(ours: ArrayLike<number>, theirs: readonly number[], tolerance: number): void {
  expect(ours.length).toBe(theirs.length);
  const far = theirs.filter((value, i) => !(Math.abs(ours[i] - value) <= tolerance));
  expect(far).toEqual([]);
}

describe("what scikit-learn finds", () => {
  test.each(peerCases<CurveCase>("isotonic-curve"))("$name has the same corners and values", (peerCase) => {
    const { given, outputs } = peerCase;
    const curve = fitIsotonicCurve(given.x, given.y, given.weights ?? null);
    const tolerance = absolute(peerCase, "value");
    expectNear(curve.x, outputs.x, 0);
    expectNear(curve.y, outputs.y, tolerance);
    expectNear(
      given.ask.map((x) => valueOnCurve(curve, x)),
      outputs.values,
      tolerance,
    );
  });

  test.each(peerCases<CalibrationCase>("isotonic-calibration"))("$name has the same probabilities", (peerCase) => {
    const { given, outputs } = peerCase;
    const classes = ["a", "b", "c", "d"].slice(0, given.classCount);
    const table = tableOfShares(given.probability, classes, given.actual);
    const calibrated = isotonicCalibration(toldClasses(classes), table, given.weights && { weight: given.weights });
    const shares = calibrated.predictProbability(tableOfShares(given.ask, classes));
    expectNear(shares, outputs.probability, absolute(peerCase, "value"));
  });
});

const rows = fc.array(fc.tuple(fc.nat(6), fc.integer({ min: -4, max: 4 }), fc.integer({ min: 1, max: 3 })), {
  minLength: 1,
  maxLength: 9,
});
type Rows = readonly (readonly [x: number, y: number, weight: number])[];

const fitted = (of: Rows) =>
  fitIsotonicCurve(
    of.map(([x]) => x),
    of.map(([, y]) => y),
    of.map(([, , weight]) => weight),
  );
const squares = (of: Rows, value: (x: number) => number) =>
  of.reduce((sum, [x, y, weight]) => sum + weight * (y - value(x)) ** 2, 0);

/** The least error of any cut of the x into runs of one value each that do not fall: every cut is tried. */
function leastSquares(of: Rows): number {
  const distinct = [...new Set(of.map(([x]) => x))].sort((a, b) => a - b);
  let least = Number.POSITIVE_INFINITY;
  for (let cuts = 0; cuts < 2 ** (distinct.length - 1); cuts++) {
    let run = 0;
    const runs = new Map(distinct.map((x, i) => [x, i > 0 && (cuts >> (i - 1)) & 1 ? ++run : run]));
    const means = Array.from({ length: run + 1 }, (_, k) => {
      const own = of.filter(([x]) => runs.get(x) === k);
      return own.reduce((sum, [, y, w]) => sum + w * y, 0) / own.reduce((sum, [, , w]) => sum + w, 0);
    });
    if (means.some((mean, k) => k > 0 && mean < means[k - 1])) continue;
    least = Math.min(
      least,
      squares(of, (x) => means[runs.get(x) ?? 0]),
    );
  }
  return least;
}

describe("an isotonic curve", () => {
  it("has the least error of all that do not fall", () => {
    fc.assert(
      fc.property(rows, (of) => {
        const curve = fitted(of);
        expect(squares(of, (x) => valueOnCurve(curve, x))).toBeCloseTo(leastSquares(of), 10);
      }),
    );
  });

  it("never falls, nor leaves the range of the targets, at any x", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.double({ min: -1, max: 8, noNaN: true }), { maxLength: 20 }), (of, ask) => {
        const curve = fitted(of);
        const values = [...ask].sort((a, b) => a - b).map((x) => valueOnCurve(curve, x));
        expect(values.every((value, i) => i === 0 || value >= values[i - 1])).toBe(true);
        const targets = of.map(([, y]) => y);
        expect(values.every((value) => value >= Math.min(...targets) && value <= Math.max(...targets))).toBe(true);
      }),
    );
  });

  it("is the same for any order of the rows, and for a row of weight k and k copies", () => {
    fc.assert(
      fc.property(rows, (of) => {
        expect(fitted([...of].reverse())).toEqual(fitted(of));
        const copies = of.flatMap(([x, y, weight]) => Array.from({ length: weight }, () => [x, y, 1] as const));
        expect(fitted(copies)).toEqual(fitted(of));
      }),
    );
  });

  it("does not see rows without weight", () => {
    expect(fitIsotonicCurve([1, 2, 3], [0, 5, 1], [1, 0, 1])).toEqual(fitIsotonicCurve([1, 3], [0, 1], null));
  });

  it("pools what falls, by hand", () => {
    const curve = fitIsotonicCurve([1, 2, 3, 4, 5], [1, 3, 2, 2, 6], null);
    expect([...curve.x]).toEqual([1, 2, 4, 5]);
    expect([...curve.y]).toEqual([1, 7 / 3, 7 / 3, 6]);
    expect(valueOnCurve(curve, 4.5)).toBeCloseTo((7 / 3 + 6) / 2, 14);
  });
});

const draw = (count: number) => {
  const x = Array.from({ length: count }, (_, i) => ((i * 7919) % 1000) / 100);
  const y = x.map((value, i) => (Math.sin(value) + 2 * (((i * 104729) % 997) / 997 - 0.5) > 0 ? "yes" : "no"));
  return { x, y };
};

describe("isotonicCalibration", () => {
  const learner = boosting({ loss: logistic(), rounds: 60, learningRate: 0.5, maxDepth: 4 });

  it("makes an overconfident model honest on rows that nobody saw", async () => {
    const { train, validation, test: held } = trainTestSplit(draw(1500), { validation: 0.33, test: 0.33, seed: 3 });
    const model = await learner.fit(train, { target: "y" });
    const calibrated = isotonicCalibration(model, validation);
    const before = evaluate(model, held);
    const after = evaluate(calibrated, held);
    expect(after.logLoss).toBeLessThan(before.logLoss);
    expect(after.brier).toBeLessThan(before.brier);
    expect(after.calibrationError).toBeLessThan(before.calibrationError);
  });

  it("on the calibration rows says of every probability how often it came true", async () => {
    const table = draw(400);
    const model = await cart({ maxDepth: 4 }).fit(table, { target: "y" });
    if (model.task !== "classification") throw new Error("the target is text");
    const shares = isotonicCalibration(model, table).predictProbability(table);
    const groups = new Map<number, number[]>();
    table.y.forEach((label, row) => {
      groups.set(shares[2 * row + 1], [...(groups.get(shares[2 * row + 1]) ?? []), label === "yes" ? 1 : 0]);
    });
    const bins = [...groups].map(([predicted, came]) => ({
      above: 0,
      atMost: 1,
      weight: came.length,
      predicted,
      observed: came.reduce((sum, each) => sum + each, 0) / came.length,
    }));
    expect(metrics.calibrationErrorOf(bins)).toBeLessThan(1e-15);
  });

  it("keeps a row of no chance whole, and decides by the model's costs", () => {
    const classes = ["a", "b", "c"];
    const table = tableOfShares([0.9, 0.05, 0.05, 0.1, 0.8, 0.1, 0.2, 0.1, 0.7], classes, [0, 1, 2]);
    const told = isotonicCalibration(toldClasses(classes), table);
    expect([...told.predictProbability(tableOfShares([0, 0, 0], classes))]).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(told.predict(table)).toEqual(["a", "b", "c"]);
    const cost = [
      [0, 1, 1],
      [1, 0, 1],
      [9, 9, 0],
    ];
    const careful = isotonicCalibration(toldClasses(classes, cost), table);
    expect(careful.predict(tableOfShares([0, 0, 0], classes))).toEqual(["c"]);
  });

  it("comes back from JSON, as text or as data", async () => {
    const table = draw(300);
    const model = await learner.fit(table, { target: "y" });
    const calibrated = isotonicCalibration(model, table);
    const text = JSON.stringify(calibrated);
    for (const data of [text, JSON.parse(text), calibrated]) {
      const loaded = loadIsotonicCalibration(model, data);
      expect(loaded.predictProbability(table)).toEqual(calibrated.predictProbability(table));
      expect(JSON.stringify(loaded)).toBe(text);
    }
  });

  const two = toldClasses(["no", "yes"]);
  const sound = { kind: "isotonic", format: 2, classes: ["no", "yes"], curves: [{ x: [0, 1], y: [0.1, 0.9] }] };
  /** What a program of somebody else's could write: data with the checksum that belongs to them. */
  const sealed = (data: unknown) => {
    if (typeof data !== "object" || data === null || !("curves" in data)) return data;
    return { ...data, checksum: crc32(JSON.stringify(data)) };
  };
  const curve = (x: unknown, y: unknown) => ({ ...sound, curves: [{ x, y }] });

  it.each<[string, unknown, string]>([
    ["no JSON", "{", "bad-model | cambium: the calibration is damaged: it is not JSON"],
    ["nothing", undefined, "bad-model | cambium: the calibration is damaged: it is not JSON"],
    ["what JSON cannot hold", { a: 1n }, "bad-model | cambium: the calibration is damaged: it is no data"],
    ["another kind", { ...sound, kind: "sigmoid" }, "it.kind should be one of isotonic"],
    ["a newer format", { ...sound, format: 3 }, "newer-model | cambium: the calibration has format 3"],
    [
      "format 1",
      { ...sound, format: 1 },
      "bad-model | cambium: the calibration has format 1, which was never released",
    ],
    ["other classes", { ...sound, classes: ["no", "maybe"] }, "its classes are not those of the model"],
    ["too many curves", { ...sound, curves: [sound.curves[0], sound.curves[0]] }, "it has 2 curves, expected 1"],
    ["no points", curve([], []), "it.curves[0] has 0 x and 0 y"],
    ["points without a value", curve([0, 1], [0.5]), "it.curves[0] has 2 x and 1 y"],
    ["text", curve([0, "1"], [0, 1]), "it.curves[0].x[1] should be a number"],
    ["x that do not ascend", curve([0, 0], [0, 1]), "it.curves[0].x does not ascend"],
    ["y that fall", curve([0, 1], [0.5, 0.4]), "it.curves[0].y should be shares from 0 to 1 that do not fall"],
    ["y above 1", curve([0, 1], [0.5, 2]), "it.curves[0].y should be shares from 0 to 1 that do not fall"],
  ])("refuses %s where a calibration is loaded", async (_what, data, message) => {
    expect(await failureOf(() => loadIsotonicCalibration(two, sealed(data)))).toContain(message);
  });

  it("refuses a calibration of which any bit was flipped, or that was cut short at any place", async () => {
    const classes = ["nein", 'ja, "ü"'];
    const model = toldClasses(classes);
    const table = tableOfShares([0.1, 0.9, 0.7, 0.3, 1 - 2e-7, 2e-7], classes, [1, 0, 0]);
    const text = JSON.stringify(isotonicCalibration(model, table));
    expect(text).toContain("e-7");
    const load = (bytes: Uint8Array) => loadIsotonicCalibration(model, new TextDecoder().decode(bytes));
    await expectEveryDamageRefused(new TextEncoder().encode(text), load, ["bad-model", "newer-model"]);
    await expectEveryDamageRefused(new TextEncoder().encode(JSON.stringify(JSON.parse(text), null, 2)), load, [
      "bad-model",
      "newer-model",
    ]);
  });

  it("refuses data that do not match their checksum", async () => {
    const data = JSON.parse(JSON.stringify(sealed(sound)));
    data.curves[0].y[0] = 0.2;
    expect(await failureOf(() => loadIsotonicCalibration(two, data))).toContain("its data do not match its checksum");
  });

  it("refuses a model of numbers, and a table without the target", async () => {
    const numbers = await cart().fit({ x: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(() => isotonicCalibration(numbers as never, { x: [1], y: [1] }))).toContain(
      "isotonicCalibration expects a model of classes, got one of numbers",
    );
    expect(await failureOf(() => isotonicCalibration(two, { p0: [0.5], p1: [0.5] }))).toContain("unknown-column");
  });
});
