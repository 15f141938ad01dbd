import { boosting, configureKernels, type Loss, type Model } from "@cambium/core";
import { afterEach, describe, expect, it } from "vitest";
import { lossesOfOneScore } from "./support/losses-of-one-score.ts";

afterEach(() => configureKernels({}));

const ROWS = 6000;
const noise = Float64Array.from({ length: ROWS }, (_, i) => ((Math.imul(i + 1000, 2_654_435_761) >>> 9) % 1000) / 1000);
const a = Float32Array.from({ length: ROWS }, (_, i) => (i * 7919) % 1000);
const b = Float32Array.from({ length: ROWS }, (_, i) => (i % 17 === 0 ? Number.NaN : (i * 104_729) % 997));
// Above 0 and up to 1, so that every loss takes them, some of them equal; classes by the same.
const share = Float64Array.from(
  a,
  (value, i) => Math.ceil(16 * (0.7 * (value / 1000) + 0.3 * noise[i])) / 16 || 1 / 16,
);
const weight = Float64Array.from({ length: ROWS }, (_, i) => 1 + (i % 3));
const targets = { regression: share, classification: Array.from(share, (y) => (y > 0.5 ? "high" : "low")) };

const digest = (model: Model) => Buffer.from(model.toBytes()).toString("base64");

function fitted(loss: Loss, threads: number) {
  const learner = boosting({ loss, rounds: 5, maxDepth: 4, rowSample: 0.8, splitter: "histogram" });
  return learner.fit({ a, b, weight, y: targets[loss.task] }, { target: "y", weight: "weight", threads });
}

describe("the compiled derivatives of a loss", () => {
  it("are there for every loss of one score", () => {
    expect(lossesOfOneScore.length).toBeGreaterThan(15);
    for (const [, make] of lossesOfOneScore) expect(make().kernel).toBeDefined();
  });

  it.each(lossesOfOneScore)(
    "make the same bytes on any number of threads, in plain JavaScript, and as without them: %s",
    async (_, make) => {
      const { kernel: __, ...plain } = make();
      const expected = digest(await fitted(plain, 1));
      for (const threads of [1, 2, 3]) expect(digest(await fitted(make(), threads))).toBe(expected);
      configureKernels({ module: null });
      expect(digest(await fitted(make(), 1))).toBe(expected);
    },
  );
});
