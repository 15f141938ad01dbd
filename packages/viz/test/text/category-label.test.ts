import { expect, test } from "vitest";
import { categoryLabel, categoryLabels } from "../../src/text/category-label.ts";
import { columnWidth } from "../../src/text/text-width.ts";

const label = (names: string[], width: number): string => categoryLabel(names, width, columnWidth);

test("as many names as fit, and how many more", () => {
  expect(label(["Biscoe", "Dream"], 13)).toBe("Biscoe, Dream");
  expect(label(["Biscoe", "Dream", "Torgersen"], 18)).toBe("Biscoe, Dream +1");
  expect(label(["Biscoe", "Dream", "Torgersen"], 9)).toBe("Biscoe +2");
  expect(label(["Torgersen island", "Dream"], 10)).toBe("Torger… +1");
  expect(label(["Torgersen island"], 10)).toBe("Torgersen…");
});

test("the longer list gives way to the others", () => {
  const labels = (first: string[], second: string[]) => categoryLabels(first, second, 14, columnWidth);
  expect(labels(["Biscoe"], ["Dream"])).toEqual(["Biscoe", "Dream"]);
  expect(labels(["Biscoe", "Dream"], ["Anvers", "Cape", "Torgersen"])).toEqual(["Biscoe, Dream", "others (3)"]);
  expect(labels(["Anvers", "Cape", "Torgersen"], ["Biscoe"])).toEqual(["others (3)", "Biscoe"]);
  expect(labels(["Anvers", "Torgersen"], ["Biscoe", "Cape", "Dream"])).toEqual(["Anvers +1", "others (3)"]);
  expect(labels(["Biscoe"], [])).toEqual(["Biscoe", "others"]);
});
