import { describe, expect, it } from "vitest";
import { targetInTurns } from "../../src/dataset/encode-target.ts";
import type { Task } from "../../src/index.ts";
import { atOnce } from "../../src/util/turns.ts";
import { failureOf } from "../support/failure-of.ts";

const targetOf = (...given: Parameters<typeof targetInTurns>) => atOnce(targetInTurns(...given));

describe("targetInTurns", () => {
  it.each<[string, ArrayLike<unknown>, number[]]>([
    ["numbers", [1, -0, 2.5], [1, 0, 2.5]],
    ["typed arrays", Int8Array.of(1, -1), [1, -1]],
    ["bigints", [1n, 2n], [1, 2]],
    ["dates", [new Date(7), new Date(-7)], [7, -7]],
  ])("takes %s as regression", (_name, values, expected) => {
    expect(targetOf("y", values, null)).toEqual({
      task: "regression",
      name: "y",
      values: Float64Array.from(expected),
      weights: null,
    });
  });

  it.each<[string, ArrayLike<unknown>, Task | undefined, unknown[], number[]]>([
    ["text", ["b", "\u{1F600}", "a", "\uFFFD"], undefined, ["a", "b", "\uFFFD", "\u{1F600}"], [1, 3, 0, 2]],
    ["booleans", [true, false, true], undefined, [false, true], [1, 0, 1]],
    ["numbers when asked to", [10, 9, -0, 9], "classification", [0, 9, 10], [2, 1, 0, 1]],
    ["bigints when asked to", [2n, 1], "classification", [1, 2], [1, 0]],
    ["text among others", ["1", 1, true, "0"], undefined, [true, 1, "0", "1"], [3, 1, 0, 2]],
  ])("takes %s as classes, in order", (_name, values, task, classes, codes) => {
    expect(targetOf("y", values, null, task)).toEqual({
      task: "classification",
      name: "y",
      classes,
      codes: Int32Array.from(codes),
      weights: null,
    });
  });

  it.each<[string, ArrayLike<unknown>, Task | undefined, string]>([
    [
      "a missing number",
      [1, Number.NaN],
      undefined,
      'target "y" is missing in row 2; leave such rows out: nothing can be learned from them',
    ],
    [
      "a missing class",
      ["a", null],
      undefined,
      'target "y" is missing in row 2; leave such rows out: nothing can be learned from them',
    ],
    [
      "a missing first value",
      [undefined, 1],
      undefined,
      'target "y" is missing in row 1; leave such rows out: nothing can be learned from them',
    ],
    [
      "what a number does not hold exactly",
      [1n, 2n ** 53n],
      undefined,
      'target "y" has 9007199254740992 in row 2, beyond the 2^53 that a number holds exactly; round it to a number',
    ],
    [
      "a date among numbers",
      [1, new Date(7)],
      undefined,
      'target "y" has 1 in row 1 and a date in row 2; pass dates or numbers',
    ],
    [
      "a number among dates",
      [new Date(7), 1],
      undefined,
      'target "y" has a date in row 1 and 1 in row 2; pass dates or numbers',
    ],
    [
      "text among numbers",
      [1, "a"],
      undefined,
      'target "y" has "a" in row 2; regression expects numbers: for classes pass task: "classification", and to boosting a loss for them, such as logistic()',
    ],
    [
      "an infinite number",
      [1, Infinity],
      undefined,
      'target "y" has Infinity in row 2; regression expects numbers up to 2^200: divide by a power of ten',
    ],
    [
      "a huge number",
      [-1e100],
      undefined,
      'target "y" has -1e+100 in row 1; regression expects numbers up to 2^200: divide by a power of ten',
    ],
    [
      "text for regression",
      ["a"],
      "regression",
      'target "y" has "a" in row 1; regression expects numbers: for classes pass task: "classification", and to boosting a loss for them, such as logistic()',
    ],
    [
      "an infinite class",
      [Infinity],
      "classification",
      'target "y" has Infinity in row 1; a class is text, a finite number or a boolean',
    ],
    ["an object", [{}], undefined, 'target "y" has an object in row 1; a class is text, a finite number or a boolean'],
    [
      "a date as a class",
      [new Date(0)],
      "classification",
      'target "y" has a date in row 1; a class is text, a finite number or a boolean',
    ],
    [
      "a whole number that no double holds",
      [2n ** 60n],
      "classification",
      'target "y" has 1152921504606846976n in row 1; a class is text, a finite number or a boolean',
    ],
  ])("refuses %s", async (_name, values, task, message) => {
    expect(await failureOf(() => targetOf("y", values, null, task))).toBe(`bad-target | cambium: ${message}`);
  });
});
