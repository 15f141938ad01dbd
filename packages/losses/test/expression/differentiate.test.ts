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

  // The base of each power stays at 0 up to 1, or from 1 on, where k^v is 0 and all its slopes are.
  it.each([
    ["max(0, s - 1)^1.5", "where(s > 1, (s - 1)^1.5, 0)"],
    ["max(s - 1, 0)^1.5", "where(s > 1, (s - 1)^1.5, 0)"],
    ["max(0, 1 - s)^1.2", "where(s < 1, (1 - s)^1.2, 0)"],
    ["max(0, s - 1)^0.5", "where(s > 1, (s - 1)^0.5, 0)"],
    ["sqrt(max(0, s - 1))", "where(s > 1, sqrt(s - 1), 0)"],
    ["max(0, s - 1) * sqrt(max(0, s - 1))", "where(s > 1, (s - 1)^1.5, 0)"],
    ["(1 - min(1, s))^1.5", "where(s < 1, (1 - s)^1.5, 0)"],
    ["(2 * abs(max(0, s - 1)) / k)^1.5", "where(s > 1, (2 * (s - 1) / k)^1.5, 0)"],
    ["where(s > 1, s - 1, 0)^1.5", "where(s > 1, (s - 1)^1.5, 0)"],
    ["where(s <= 1, 0, s - 1)^1.5", "where(s > 1, (s - 1)^1.5, 0)"],
    ["max(0, abs(s) - 1)^1.5", "where(abs(s) > 1, (abs(s) - 1)^1.5, 0)"],
    ["(max(0, s - 1)^2)^0.7", "where(s > 1, (s - 1)^1.4, 0)"],
    ["(max(0, s - 1)^1.5)^0.9", "where(s > 1, (s - 1)^1.35, 0)"],
    ["max(0, s - 1)^(y / 2)", "where(s > 1, (s - 1)^(y / 2), 0)"],
    ["max(0, s - 1)^sigmoid(s)", "where(s > 1, (s - 1)^sigmoid(s), 0)"],
    ["max(0, s - 1, s^3 - 1)^1.5", "where(s > 1, (s^3 - 1)^1.5, 0)"],
    ["s^2 + max(0, s - 1)^1.5", "s^2 + where(s > 1, (s - 1)^1.5, 0)"],
  ])("of %s are numbers where its base stays at 0, as those of %s", (text, same) => {
    const [{ first, second }, expected] = [derivativesOf(text), derivativesOf(same)];
    for (const y of [0.5, 1, 2, 3]) {
      for (const s of [-2, -1, -0.5, 0, 0.5, 1, 1.25, 1.5, 3]) {
        expect(first(y, s), `slope for y ${y}, s ${s}`).toBeCloseTo(expected.first(y, s), 9);
        expect(second(y, s), `second slope for y ${y}, s ${s}`).toBeCloseTo(expected.second(y, s), 9);
      }
    }
  });

  it.each([
    ["abs(s - 1)^1.5", 1],
    ["where(s > 1, 2, 3) * abs(s - 1)^1.5", 1],
    ["where(s > 1, 2 * abs(s - 1), 3 * abs(s - 1))^1.5", 1],
    ["max(s - 1, 1 - s)^1.5", 1],
    ["((s - 1)^2)^0.75", 1],
  ])("of %s are no finite numbers where the second one has no end", (text, s) => {
    expect(derivativesOf(text).second(0, s)).not.toSatisfy(Number.isFinite);
  });

  it("of a power of what is infinite where it stays are no numbers", () => {
    expect(derivativesOf("max(0, s)^-0.5").first(0, -1)).toBeNaN();
  });

  it.each([["abs(s - y)^1.7"], ["(2 + s^2)^0.3"], ["max(0, s - y)^2.5"]])(
    "of %s are computed as ever: no base of it stays at 0 where its slope is steep",
    (text) => {
      const { pool, places } = derivativesOf(text);
      const { instructions } = programOf(pool, [places.first, places.second]);
      expect(instructions.map(({ op }) => op)).not.toContain("eq");
    },
  );
});
