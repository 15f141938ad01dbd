import { expect, test } from "vitest";
import { categoryChart } from "../../../src/tree/chart/category-chart.ts";
import { categoryScatter } from "../../../src/tree/chart/category-scatter.ts";
import { categorySlots } from "../../../src/tree/chart/category-slots.ts";
import { scatterChart } from "../../../src/tree/chart/scatter-chart.ts";
import type { ChartRows } from "../../../src/tree/chart/split-chart.ts";

function rowsOf(values: Float64Array | Int32Array, marked?: number): ChartRows {
  return { rows: Int32Array.from(values.keys()), values, colours: null, colourCount: 0, marked };
}

const places = ["Arle", "Bern", "Cork", "Dole"];

test("a scatter has at most 60 dots, and the same whatever the order of the rows", () => {
  const values = Float64Array.from({ length: 500 }, (_, i) => (i * 37) % 500);
  const targets = values.map((value) => value * 2);
  const chart = scatterChart(rowsOf(values), 249.5, targets);
  expect(chart.dots).toHaveLength(60);
  expect(scatterChart(rowsOf(values.slice().reverse()), 249.5, targets.slice().reverse())).toEqual(chart);
});

test("the means of a scatter are those of its sides, on the scale of its dots", () => {
  const chart = scatterChart(rowsOf(Float64Array.of(1, 2, 3, 4)), 2.5, Float64Array.of(10, 20, 50, 70));
  const [first, second] = chart.means;
  expect([first.left, first.right, second.left, second.right]).toEqual([0, 0.5, 0.5, 1]);
  const [lowest, , , highest] = chart.dots.map(({ y }) => y);
  const up = (target: number): number => lowest + ((target - 10) / 60) * (highest - lowest);
  expect(first.height).toBeCloseTo(up(15), 12);
  expect(second.height).toBeCloseTo(up(60), 12);
});

test("categories of the first side stand before the boundary, the others behind it", () => {
  const codes = Int32Array.of(0, 1, 1, 2, 3, 3, 3, -1);
  const slots = categorySlots(
    rowsOf(codes),
    [
      [1, 3],
      [0, 2],
    ],
    places,
  );
  const chart = categoryChart(rowsOf(codes, 4), slots);
  const heights = chart.boxes.map(({ top }) => top);
  expect(heights).toEqual([2 / 3, 1, 1 / 3, 1 / 3]);
  expect(chart.boxes.map(({ right }) => right < chart.boundary)).toEqual([true, true, false, false]);
  expect(chart.ticks.map(({ text }) => text)).toEqual(["Bern", "Dole", "Arle", "Cork"]);
  expect(chart.marked).toBeLessThan(chart.boundary);
  expect(categoryChart(rowsOf(codes, 7), slots).marked).toBeNull();
});

test("of many categories the rarest share the last bar of their side", () => {
  const codes = Int32Array.from({ length: 400 }, (_, i) => Math.floor(i / 10));
  const slots = categorySlots(rowsOf(codes), [[...Array(30).keys()], [30, 31, 32, 33, 34, 35, 36, 37, 38, 39]], places);
  expect(slots.count).toBe(18);
  const { boxes, ticks } = categoryChart(rowsOf(codes), slots);
  expect(boxes[8].top).toBe(1);
  expect(boxes[0].top).toBeCloseTo(1 / 22, 12);
  expect(ticks).toEqual([]);
});

test("dots of a category stay in its column", () => {
  const codes = Int32Array.from({ length: 90 }, (_, i) => i % 3);
  const slots = categorySlots(rowsOf(codes), [[2], [0, 1]], places);
  const chart = categoryScatter(
    rowsOf(codes),
    slots,
    Float64Array.from(codes, (code, i) => code * 100 + i),
  );
  expect(chart.dots).toHaveLength(60);
  expect(chart.dots.filter(({ x }) => x < chart.boundary)).toHaveLength(20);
  expect(chart.means[0].height).toBeGreaterThan(chart.means[1].height);
});
