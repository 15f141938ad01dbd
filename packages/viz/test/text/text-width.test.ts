import fc from "fast-check";
import { expect, test } from "vitest";
import { columnWidth, fitText, textWidth } from "../../src/text/text-width.ts";

test("widths are those of Helvetica's metrics, with a margin for wider fonts", () => {
  // By Adobe's Core 14 metrics: H 722, a 556, m 833, b 556, u 556, r 333, g 556, e 556, f 278, o 556, n 556, s 500, t 278, i 222, v 500.
  const hamburgefonstiv = 722 + 556 + 833 + 556 + 556 + 333 + 556 + 556 + 278 + 556 + 556 + 500 + 278 + 222 + 500;
  expect(textWidth("Hamburgefonstiv", 1000) / hamburgefonstiv).toBeCloseTo(1.04, 10);
  expect(textWidth("Hamburgefonstiv", 12, true)).toBeGreaterThan(textWidth("Hamburgefonstiv", 12));
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
