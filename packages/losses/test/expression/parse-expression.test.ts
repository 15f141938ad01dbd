import { CambiumError } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { Interpreter, programOf } from "../../src/expression/evaluate.ts";
import { NodePool } from "../../src/expression/node-pool.ts";
import { parseExpression } from "../../src/expression/parse-expression.ts";

/** The value of an expression of y, s and k = 2. */
function numberOf(text: string, y = 0, s = 0): number {
  const pool = new NodePool();
  const names = new Map([
    ["y", pool.add("y")],
    ["s", pool.add("s")],
    ["k", pool.number(2)],
  ]);
  const interpreter = new Interpreter(programOf(pool, [parseExpression(pool, { label: "value", text }, names)]));
  interpreter.run(y, s);
  return interpreter.result(0);
}

function errorOf(text: string): string {
  try {
    numberOf(text);
  } catch (error) {
    expect(error).toBeInstanceOf(CambiumError);
    return (error as Error).message;
  }
  throw new Error(`expected an error about ${text}`);
}

describe("an expression", () => {
  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["7 - 3 - 2", 2],
    ["8 / 4 / 2", 1],
    ["2 ^ 3 ^ 2", 512],
    ["-2 ^ 2", -4],
    ["2 ^ -1", 0.5],
    ["2 ^ -3", 0.125],
    ["--3", 3],
    ["+3 - -3", 6],
    ["6 × 4 ÷ 3 − 1", 7],
    ["1e3 + .5 + 2.", 1002.5],
    ["k * k", 4],
    ["min(3, 1, 2)", 1],
    ["max(3, 1, 2)", 3],
    ["abs(-3) + sqrt(16) + sign(-9)", 6],
    ["where(1 < 2, 10, 20)", 10],
    ["where(1 > 2 || 2 >= 2 && !(1 == 1), 10, 20)", 20],
    ["where(1 != 2, 10, 20)", 10],
    ["0 ^ 0", 1],
    ["9 ^ 0.5 > 0", 1],
  ])("%s is %d", (text, value) => {
    expect(numberOf(text.endsWith("> 0") ? `where(${text}, 1, 0)` : text)).toBe(value);
  });

  it.each([
    ["1 < 2 && s > 0", false, true],
    ["s > 0 && 1 > 2", false, false],
    ["1 < 2 || s > 0", true, true],
    ["s > 0 || 1 > 2", false, true],
    ["s > 0 && s > 0", false, true],
    ["!(s > 0)", true, false],
    ["!!(s > 0)", false, true],
  ])("holds where %s does, though part of it is known, or turned round: at -1 %s, at 1 %s", (text, below, above) => {
    const holds = [-1, 1].map((s) => numberOf(`where(${text}, 10, 20)`, 0, s) === 10);
    expect(holds).toEqual([below, above]);
  });

  it.each([
    ["1e-200 * (1e-200 * s)", 1e300, 1e-100],
    ["1e200 * (1e200 * s)", 1e-300, 1e100],
    ["(1e300 * s) / 1e-300", 1e-300, 1e300],
    ["(1e-200 * s) / 1e200", 1e200, 1e-200],
    ["2 * (s / 4)", 3, 1.5],
    ["(6 * s) / 4", 3, 4.5],
    ["s + s", 3, 6],
  ])("has constants meet only where their product is a number: %s", (text, s, value) => {
    expect(numberOf(text, 0, s) / value).toBeCloseTo(1, 12);
  });

  it("knows the score and the target of a row", () => {
    expect(numberOf("(s - y)^2 / 2", 3, 7)).toBe(8);
  });

  it("has logs and powers that do not overflow where their result does not", () => {
    expect(numberOf("log(1 + exp(s))", 0, 1000)).toBe(1000);
    expect(numberOf("log(exp(s) + 1)", 0, -1000)).toBe(0);
    expect(numberOf("1 / (1 + exp(-s))", 0, -1000)).toBe(0);
    expect(numberOf("1 / (1 + exp(-s))", 0, 1000)).toBe(1);
  });
});

describe("an error", () => {
  it.each([
    [
      "log(1 + sqr(s))",
      'value: there is no function "sqr"; did you mean "sqrt"? there are exp, log, sqrt, abs, sign, softplus, sigmoid, min, max, where\n  log(1 + sqr(s))\n          ^^^',
    ],
    ["s - Y", 'value: there is no name "Y"; did you mean "y"? there are y, s, k\n  s - Y\n      ^'],
    ["exp", "value: is a function; write exp(…)\n  exp\n  ^^^"],
    ["(s - y", 'value: this bracket is never closed; expected ")"\n  (s - y\n  ^'],
    ["s +", 'value: expected a number, a name or "(", got the end\n  s +\n     ^'],
    ["", 'value: expected a number, a name or "(", got the end\n  \n  ^'],
    ["2 s", 'value: expected an operator, got "s"\n  2 s\n    ^'],
    ["s # y", "value: expected a number, a name or an operator\n  s # y\n    ^"],
    ["s < y", "value: expected a number, got a condition\n  s < y\n  ^^^^^"],
    ["where(s, 1, 2)", "value: expected a condition such as y > 0, got a number\n  where(s, 1, 2)\n        ^"],
    [
      "where(1 < s < 2, 1, 2)",
      "value: comparisons do not chain; write a < b && b < c\n  where(1 < s < 2, 1, 2)\n              ^",
    ],
    ["min(s)", "value: min takes 2 or more, got 1\n  min(s)\n  ^^^^^^"],
    ["exp(s, y)", "value: exp takes 1, got 2\n  exp(s, y)\n  ^^^^^^^^^"],
    ["1e999 * s", "value: is more than a number can be\n  1e999 * s\n  ^^^^^"],
    ["s^100", "value: a whole exponent is at most 64; write exp(100 * log(…))\n  s^100\n    ^^^"],
  ])("of %j has a caret under the place", (text, message) => {
    expect(errorOf(text)).toBe(`cambium: ${message}`);
  });

  it.each(["__proto__", "constructor", "toString", "s.constructor", "this", "globalThis", "s[0]", "s => s", "`s`"])(
    "tells of %s, which is nothing here",
    (text) => {
      expect(errorOf(text)).toContain("^");
      expect(errorOf(`${text}(s)`)).toContain("^");
    },
  );

  it("shows the part of a long expression that is wrong", () => {
    const text = `${"s + ".repeat(100)}oops + ${"s + ".repeat(100)}s`;
    const [, shown, carets] = errorOf(text).split("\n");
    expect(shown.length).toBeLessThan(120);
    expect(shown.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1)).toBe("oops");
  });

  it("ends what is too long, too deep or too much, and soon", () => {
    expect(errorOf(`s${" ".repeat(5000)}`)).toContain("has more than 4000 signs");
    for (const deep of ["(", "-", "exp(", "2^", "!"]) {
      expect(errorOf(deep.repeat(Math.floor(3900 / deep.length)))).toContain("is more than 100 brackets or signs deep");
    }
    expect(numberOf(`${"(".repeat(90)}s${")".repeat(90)}`, 0, 5)).toBe(5);
    expect(numberOf(`${"s+".repeat(1900)}s`, 0, 1)).toBe(1901);
  });
});
