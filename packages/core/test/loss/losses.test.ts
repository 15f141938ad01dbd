import { describe, expect, it } from "vitest";
import {
  applyLink,
  type ClassificationTarget,
  type LossLinkName,
  linkNames,
  logistic,
  scoreOf,
} from "../../src/index.ts";
import { applyClassLink } from "../../src/loss/link.ts";

const classes = (codes: number[], weights: number[] | null = null): ClassificationTarget => ({
  task: "classification",
  name: "y",
  codes: Int32Array.from(codes),
  classes: ["no", "yes"],
  weights: weights && Float64Array.from(weights),
});

describe("logistic", () => {
  it("stays finite where a class has no weight, and at any score", () => {
    expect(Number.isFinite(logistic().initialScore(classes([1, 1])))).toBe(true);
    expect(Number.isFinite(logistic().initialScore(classes([0, 1], [1, 0])))).toBe(true);
    expect([-1e4, 1e4].map((score, row) => logistic().value(classes([0, 1]), row, score))).toEqual([0, 0]);
    expect(logistic().value(classes([1]), 0, -1e4)).toBe(1e4);
  });
});

describe("applyClassLink", () => {
  it.each([
    ["softmax", 1],
    ["samme", 3 / 4],
  ] as const)("gives shares in proportion to powers of e (%s, three classes)", (link, scale) => {
    const scores = Float64Array.of(0.2, 0.5, 0.3, -4, 9, 2);
    const powers = scores.map((score) => Math.exp(scale * score));
    applyClassLink(link, scores, 3);
    for (let k = 0; k < 6; k++) {
      const row = powers.subarray(3 * Math.floor(k / 3), 3 * Math.floor(k / 3) + 3);
      expect(scores[k]).toBeCloseTo(powers[k] / (row[0] + row[1] + row[2]), 14);
    }
  });

  it("does not overflow, and is 1 where there is one class", () => {
    const far = Float64Array.of(1e5, -1e5, 1e5 + 1000, 1e5);
    applyClassLink("softmax", far, 2);
    expect([...far]).toEqual([1, 0, 1, 0]);
    const only = Float64Array.of(5);
    applyClassLink("samme", only, 1);
    expect([...only]).toEqual([1]);
  });
});

describe("applyLink", () => {
  const definitions: Record<LossLinkName, (score: number) => number> = {
    identity: (score) => score,
    exp: Math.exp,
    expm1: Math.expm1,
    logistic: (score) => 1 / (1 + Math.exp(-score)),
  };

  it.each(linkNames)("is what its name says (%s)", (link) => {
    for (let score = -30; score <= 30; score += 0.37) {
      const expected = definitions[link](score);
      expect(Math.abs(applyLink(link, score) - expected)).toBeLessThanOrEqual(1e-14 * Math.max(1, Math.abs(expected)));
    }
  });

  it.each(linkNames)("is undone by scoreOf (%s)", (link) => {
    for (let score = -12; score <= 12; score += 0.37) {
      const prediction = applyLink(link, score);
      // Near the end of its range a prediction has few bits left of its score.
      expect(scoreOf(link, prediction)).toBeCloseTo(score, 9);
      expect(applyLink(link, scoreOf(link, prediction))).toBeCloseTo(
        prediction,
        12 - Math.max(0, Math.ceil(score / 2)),
      );
    }
  });

  it("does not overflow on either side", () => {
    expect([-1e5, 1e5].map((score) => applyLink("logistic", score))).toEqual([0, 1]);
    expect(applyLink("logistic", -700)).toBeGreaterThan(0);
  });
});
