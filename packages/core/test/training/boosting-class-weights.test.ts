import { boosting, softmax } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { digest } from "../support/digest.ts";
import { failureOf } from "../support/failure-of.ts";

const rows = 900;
const a = Float64Array.from({ length: rows }, (_, i) => (i * 7919) % 1000);
const b = Float64Array.from({ length: rows }, (_, i) => (i * 31) % 97);
const rare = Array.from(a, (value, i) => (value + b[i] > 1000 ? "yes" : "no"));
const many = Array.from(a, (value) => ["low", "middle", "high"][Math.floor(value / 400)]);

describe("boosting with weights of classes", () => {
  it.each([
    ["two classes", rare, { yes: 5 }, (label: string) => (label === "yes" ? 5 : 1)],
    [
      "more classes",
      many,
      new Map([
        ["low", 0.5],
        ["high", 3],
      ]),
      (label: string) => ({ low: 0.5, high: 3 })[label] ?? 1,
    ],
  ] as const)("gives the bytes of rows that weigh as much: %s", async (_name, y, classWeights, weightOf) => {
    const weight = Float64Array.from(y, (label, i) => (1 + (i % 3)) * weightOf(label));
    const plain = Float64Array.from(y, (_label, i) => 1 + (i % 3));
    for (const splitter of ["exact", "histogram"] as const) {
      const options = { rounds: 8, splitter, rowSample: 0.7 } as const;
      const expected = await boosting(options).fit({ a, b, y, weight }, { target: "y", weight: "weight" });
      const model = await boosting({ ...options, classWeights }).fit(
        { a, b, y, weight: plain },
        { target: "y", weight: "weight" },
      );
      expect(digest(model)).toBe(digest(expected));
    }
  });

  it("loses neither the offsets of the rows, nor their keys, nor the column that weighs those of validation", async () => {
    const key = Float64Array.from(a, (_, i) => (i * 7) % rows);
    const off = Float64Array.from(a, (_, i) => ((i * 13) % 11) / 4);
    const plain = { a, b, y: rare, key, off, weight: Float64Array.from(a, (_, i) => 1 + (i % 3)) };
    const heavy = { ...plain, weight: plain.weight.map((weight, i) => (rare[i] === "yes" ? 5 : 1) * weight) };
    const run = { target: "y", weight: "weight", offset: "off", rowKey: "key", validation: plain };
    const options = { rounds: 4, rowSample: 0.5 };
    const expected = await boosting(options).fit(heavy, run);
    expect(digest(await boosting({ ...options, classWeights: { yes: 5 } }).fit(plain, run))).toBe(digest(expected));
  });

  it('"balanced" begins with classes that are as likely as each other', async () => {
    const two = await boosting({ classWeights: "balanced", rounds: 1 }).fit({ a, b, y: rare }, { target: "y" });
    expect(two.ensemble.initialScore[0]).toBeCloseTo(0, 12);
    const three = await boosting({ loss: softmax(), classWeights: "balanced", rounds: 1 }).fit(
      { a, b, y: many },
      { target: "y" },
    );
    expect(new Set(Array.from(three.ensemble.initialScore, (score) => score.toFixed(12))).size).toBe(1);
  });

  it("refuses to balance a class whose rows weigh nothing", async () => {
    const weight = Float64Array.from(rare, (label) => (label === "yes" ? 0 : 1));
    const fit = () => boosting({ classWeights: "balanced" }).fit({ a, b, y: rare }, { target: "y", weight });
    expect(await failureOf(fit)).toContain("a class without any weight can not be given some; leave its rows out");
  });

  it.each<[string, object, object, string]>([
    [
      "numbers",
      { y: a },
      { yes: 2 },
      'boosting: classWeights are for classes, but the target "y" is taken for regression',
    ],
    [
      "an unknown class",
      { y: rare },
      { maybe: 2 },
      'boosting: classWeights: "maybe" is no class of the target; there are "no", "yes"',
    ],
    ["a negative weight", { y: rare }, { yes: -1 }, 'boosting: classWeights of "yes" expects 0, or a number from'],
  ])("refuses %s", async (_name, columns, classWeights, message) => {
    const fit = () => boosting({ classWeights: classWeights as never }).fit({ a, b, ...columns }, { target: "y" });
    expect(await failureOf(fit)).toContain(message);
  });
});
