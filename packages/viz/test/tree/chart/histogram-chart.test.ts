import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { histogramChart } from "../../../src/tree/chart/histogram-chart.ts";
import type { ChartRows } from "../../../src/tree/chart/split-chart.ts";

function rowsOf(values: readonly number[], marked?: number): ChartRows {
  return {
    rows: Int32Array.from(values.keys()),
    values: Float64Array.from(values),
    colours: null,
    colourCount: 2,
    marked,
  };
}

const numbers = fc.array(fc.double({ noDefaultInfinity: true }), { minLength: 1, maxLength: 50 });
const thresholds = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("a histogram", () => {
  test("has no bar that stands on both sides, and shows as much on each as goes there", () => {
    fc.assert(
      fc.property(numbers, thresholds, (values, threshold) => {
        const { boxes, boundary } = histogramChart(rowsOf(values), threshold);
        const known = values.filter((value) => !Number.isNaN(value));
        const first = boxes.filter(({ right }) => right <= boundary);
        const second = boxes.filter(({ left }) => left >= boundary);
        expect(first.length + second.length).toBe(boxes.length);
        const height = (bars: typeof boxes): number => bars.reduce((sum, bar) => sum + bar.top - bar.bottom, 0);
        const share = known.filter((value) => value <= threshold).length / known.length;
        if (known.length > 0) expect(height(first) / height(boxes)).toBeCloseTo(share, 9);
        else expect(boxes).toEqual([]);
      }),
    );
  });

  test("has at most 18 bins, within the frame", () => {
    fc.assert(
      fc.property(numbers, thresholds, (values, threshold) => {
        const { boxes } = histogramChart(rowsOf(values), threshold);
        for (const { left, right, bottom, top } of boxes) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(1);
          expect(right - left).toBeGreaterThanOrEqual(0.85 / 18);
          expect(top).toBeGreaterThan(bottom);
          expect(top).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
    );
  });

  test("stacks the classes, and rows without one on top", () => {
    const rows = { ...rowsOf([1, 1, 1, 5]), colours: Int32Array.of(1, 0, -1, 1) };
    const { boxes } = histogramChart(rows, 3);
    expect(boxes.map(({ colour, top }) => [colour, top])).toEqual([
      [0, 1 / 3],
      [1, 2 / 3],
      [-1, 1],
      [1, 1 / 3],
    ]);
  });

  test("marks a row on the side to which it goes, and knows of missing and of other rows", () => {
    const { marked, boundary } = histogramChart(rowsOf([1, 2, 3, 9], 3), 2.5);
    expect(marked).toBeGreaterThan(boundary);
    expect(histogramChart(rowsOf([1, Number.NaN], 1), 2.5).marked).toBeNull();
    expect(histogramChart(rowsOf([1, 2], 7), 2.5)).not.toHaveProperty("marked");
  });

  test("names the ends of the values", () => {
    expect(histogramChart(rowsOf([172, 231, 200]), 206.5).ticks.map(({ text }) => text)).toEqual(["172", "231"]);
    expect(histogramChart(rowsOf([Number.NaN]), 206.5).ticks).toEqual([]);
  });
});
