import { expect, test } from "vitest";
import { themeNamed } from "../../src/theme/theme.ts";
import { classPalette } from "../../src/tree/class-palette.ts";
import { classificationModel } from "../support/make-model.ts";
import { makeTree } from "../support/make-tree.ts";

function paletteOf(shares: number[]) {
  const tree = makeTree({ value: shares, rows: 100 });
  const classes = shares.map((_, c) => c);
  return classPalette(classificationModel({ features: [], trees: [tree], classes }), tree, themeNamed("light"));
}

test("up to eight classes have a colour each, in their order", () => {
  const { colourOf, names } = paletteOf([0.1, 0.2, 0.7]);
  expect(colourOf).toEqual([0, 1, 2]);
  expect(names).toEqual(["0", "1", "2"]);
  expect(new Set(paletteOf(Array(8).fill(0.125)).colours).size).toBe(8);
});

test("of more the seven largest have one, and the others share the last", () => {
  const { colourOf, names, colours } = paletteOf([0.01, 0.2, 0.02, 0.15, 0.12, 0.11, 0.1, 0.09, 0.2, 0]);
  expect(colourOf).toEqual([7, 0, 7, 1, 2, 3, 4, 5, 6, 7]);
  expect(names).toEqual(["1", "3", "4", "5", "6", "7", "8", "other (3)"]);
  expect(colours.at(-1)).toBe(themeNamed("light").other);
});
