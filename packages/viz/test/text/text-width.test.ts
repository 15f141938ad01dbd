import fc from "fast-check";
import { expect, test } from "vitest";
import { columnWidth, fitText, textWidth } from "../../src/text/text-width.ts";

test("a width is that of the widest font, and at most 3 % more", () => {
  // By Adobe's Core 14 metrics of Helvetica, and those of DejaVu Sans 2.37, in the order of the letters.
  const helvetica = [722, 556, 833, 556, 556, 333, 556, 556, 278, 556, 556, 500, 278, 222, 500];
  const dejaVu = [752, 613, 974, 635, 634, 411, 635, 615, 352, 612, 634, 521, 392, 278, 592];
  const widest = helvetica.reduce((sum, width, letter) => sum + Math.max(width, dejaVu[letter]), 0);
  const width = textWidth("Hamburgefonstiv", 1000);
  expect(width).toBeGreaterThanOrEqual(widest);
  expect(width).toBeLessThanOrEqual(1.03 * widest);
  expect(textWidth("Hamburgefonstiv", 1000, true)).toBeGreaterThan(width);
});

test("Chinese takes a square a character, an accent of its own nothing", () => {
  expect(textWidth("花", 10)).toBeCloseTo(10.4, 10);
  expect(textWidth("e\u0301", 10)).toBe(textWidth("e", 10));
  expect([columnWidth("花"), columnWidth("e\u0301"), columnWidth("iris")]).toEqual([2, 1, 4]);
});

test("a fitted text fits, and is the whole text where that fits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (text, room) => {
      const measure = (candidate: string): number => textWidth(candidate, 12);
      const fitted = fitText(text, room, measure);
      expect(measure(fitted)).toBeLessThanOrEqual(Math.max(room, 0));
      if (measure(text) <= room) expect(fitted).toBe(text);
      else if (fitted !== "") expect(fitted.endsWith("…")).toBe(true);
    }),
  );
});

test("a pair of surrogates is never torn apart", () => {
  expect(fitText("🌳🌳🌳🌳", 5, columnWidth)).toBe("🌳🌳…");
});
