import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differentiate } from "../../src/expression/differentiate.ts";
import { Interpreter, programOf } from "../../src/expression/evaluate.ts";
import { NodePool } from "../../src/expression/node-pool.ts";
import { parseExpression } from "../../src/expression/parse-expression.ts";
import { smoothExpression } from "./random-expression.ts";

/** An expression and its first two derivatives, as functions of the score. */
function derivativesOf(text: string) {
  const pool = new NodePool();
  const names = new Map([
    ["y", pool.add("y")],
    ["s", pool.add("s")],
    ["k", pool.number(1.5)],
  ]);
  const value = parseExpression(pool, { label: "value", text }, names);
  const first = differentiate(pool, value);
  const second = differentiate(pool, first);
  const interpreter = new Interpreter(programOf(pool, [value, first, second]));
  const at = (index: number) => (y: number, s: number) => {
    interpreter.run(y, s);
    return interpreter.result(index);
  };
  return { value: at(0), first: at(1), second: at(2), pool, places: { first, second } };
}

/** The slope of f at x by five points, whose error is of the order of h^4. */
function slopeOf(f: (x: number) => number, x: number, h = 2 ** -10): number {
  return (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h);
}

describe("derivatives", () => {
  it("are the slopes of random expressions, and of their slopes", () => {
    const inside = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(smoothExpression, inside, inside, (text, y, s) => {
        const { value, first, second } = derivativesOf(text);
        for (const [f, slope] of [
          [value, first],
          [first, second],
        ]) {
          // Where two steps tell different slopes, differences say nothing.
          const near = slopeOf((x) => f(y, x), s);
          const far = slopeOf((x) => f(y, x), s, 2 ** -9);
          const scale = Math.max(1, Math.abs(near), Math.abs(f(y, s)));
          fc.pre(Math.abs(near - far) <= 1e-6 * scale && Number.isFinite(near));
          expect(Math.abs(slope(y, s) - near) / scale).toBeLessThan(1e-5);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("of losses that people write are as short as by hand", () => {
    const { pool, places } = derivativesOf("(s - y)^2 / 2");
    expect(pool.at(places.first)).toMatchObject({ op: "sub" });
    expect(pool.constant(places.second)).toBe(1);
    const logistic = derivativesOf("log(1 + exp(s)) - y * s");
    expect(logistic.pool.at(logistic.places.first)).toMatchObject({ op: "sub" });
    expect(programOf(logistic.pool, [logistic.places.first, logistic.places.second]).instructions.length).toBe(14);
  });

  it.each([
    ["abs(s)", [-1, 0, 1]],
    ["max(s, 0)", [0, 1, 1]],
    ["min(s, 0)", [1, 1, 0]],
    ["where(s > 0, s^2, -s)", [-1, -1, 2]],
    ["sign(s)", [0, 0, 0]],
  ])("of %s at -1, 0 and 1 are as the reference says", (text, slopes) => {
    const { first } = derivativesOf(text);
    expect([-1, 0, 1].map((s) => first(0, s))).toEqual(slopes);
  });
});
