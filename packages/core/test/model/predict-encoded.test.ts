import { afterEach, describe, expect, it } from "vitest";
import { configureKernels } from "../../src/index.ts";
import { applyLink, linkNames } from "../../src/loss/link.ts";
import { numbersOfScores } from "../../src/model/predict-encoded.ts";

afterEach(() => configureKernels({}));

const hard = [
  0,
  -0,
  1e-300,
  -1e-300,
  709,
  -709,
  746,
  -746,
  1e308,
  -1e308,
  Infinity,
  -Infinity,
  Number.NaN,
  -Number.NaN,
];

describe.each([true, false])("scores of many rows (with the kernels: %j)", (hasKernels) => {
  it.each([1, 63, 64, 65, 8191, 8193, 20_001])("are linked as that of one row: %d of them", (count) => {
    configureKernels(hasKernels ? {} : { module: null });
    const scores = Float64Array.from({ length: count }, (_, i) =>
      i % 3 === 0 ? hard[(i / 3) % hard.length] : Math.sin(i) * 40,
    );
    const before = scores.slice();
    for (const link of linkNames) {
      const numbers = numbersOfScores({ link }, scores);
      expect(bitsOf(numbers)).toEqual(bitsOf(before.map((score) => applyLink(link, score))));
    }
    expect(bitsOf(scores)).toEqual(bitsOf(before));
  });
});

function bitsOf(numbers: Float64Array): BigUint64Array {
  return new BigUint64Array(numbers.buffer);
}
