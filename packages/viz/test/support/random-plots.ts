import { adaBoost, boosting, c45, cart, id3, type Model, randomForest } from "@cambium/core";
import fc from "fast-check";
import type { TreePlotOptions } from "../../src/index.ts";

/** A table, a model of it, and how its tree is to be drawn. */
export interface PlotCase {
  readonly kind: LearnerKind;
  readonly seed: number;
  readonly rows: number;
  readonly levels: number;
  readonly categories: number;
  readonly classes: number;
  readonly names: readonly string[];
  readonly holes: boolean;
  readonly data: boolean;
  readonly row: boolean;
  readonly theme: "light" | "dark";
}

type Table = Record<string, (string | number | null)[]>;
type Fit = (table: Table, levels: number) => Promise<Model>;

const none = { target: "target" };
const byClass: Record<string, Fit> = {
  "id3 with several branches": (table, levels) => id3({ maxDepth: levels }).fit(table, none),
  "c45 with several branches": (table, levels) => c45({ maxDepth: levels, prune: [] }).fit(table, none),
  "cart of classes": (table, levels) => cart({ maxDepth: levels }).fit(table, none),
  "cart with surrogates": (table, levels) => cart({ maxDepth: levels, missing: "surrogate" }).fit(table, none),
  "a forest that votes": (table, levels) =>
    randomForest({ trees: 2, maxDepth: levels, vote: "majority" }).fit(table, none),
  "boosting of classes": (table, levels) => boosting({ rounds: 1, maxDepth: levels }).fit(table, none),
  adaBoost: (table, levels) => adaBoost(cart({ maxDepth: levels }), { rounds: 2 }).fit(table, none),
};
const byNumber: Record<string, Fit> = {
  "cart of numbers": (table, levels) => cart({ maxDepth: levels }).fit(table, none),
  "cart of medians": (table, levels) => cart({ maxDepth: levels, criterion: "absoluteError" }).fit(table, none),
  "boosting of numbers": (table, levels) => boosting({ rounds: 1, maxDepth: levels }).fit(table, none),
};
export type LearnerKind = string;
const learnerKinds = [...Object.keys(byClass), ...Object.keys(byNumber)];

const words = fc.oneof(
  fc.constantFrom(
    "a",
    "Q",
    "no",
    "temperature_of_the_outer_wall_in_kelvin",
    "WWWWWWWWWWWWWWWWWWWWWWWWWW",
    "illicit fifth title of a little bill",
    "ЩУКА И МОСКВА ЖМУТСЯ В ШУМЕ",
    "ΩΜΕΓΑ ΚΑΙ ΑΛΦΑ",
    "→ → ½ © — →",
    "気温の平均値と最高値",
  ),
  fc.string({ minLength: 1, maxLength: 40 }),
);

export const plotCases: fc.Arbitrary<PlotCase> = fc.record({
  kind: fc.constantFrom(...learnerKinds),
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  rows: fc.integer({ min: 12, max: 120 }),
  levels: fc.integer({ min: 1, max: 6 }),
  categories: fc.integer({ min: 2, max: 14 }),
  classes: fc.integer({ min: 2, max: 20 }),
  names: fc.uniqueArray(words, { minLength: 6, maxLength: 24, selector: (word) => word.trim() }),
  holes: fc.boolean(),
  data: fc.boolean(),
  row: fc.boolean(),
  theme: fc.constantFrom("light", "dark"),
});

/** A random number at hand of its place: the same on every run. */
function chance(seed: number, row: number, column: number): number {
  let bits = Math.imul(seed ^ Math.imul(row + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(column + 1, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
}

/** Columns of categories and of numbers, small and huge; the target depends on some of them. */
function tableOf({ kind, seed, rows, categories, classes, names, holes }: PlotCase): Table {
  const draw = (row: number, column: number): number => chance(seed, row, column);
  const nameOf = (number: number): string =>
    `${names[number % names.length].trim()}${number >= names.length ? number : ""}`;
  const all = Array.from({ length: rows }, (_, row) => row);
  const featureName = (column: number): string => `${nameOf(column)} ${column}`;
  const scales = [1, 1e-7, 1e9, 1e300];
  const isMissing = (row: number, column: number): boolean =>
    holes && !kind.startsWith("id3") && draw(row, column + 50) < 0.1;
  const table: Table = {};
  for (let column = 0; column < 5; column++) {
    const isText = column < 3 || kind.startsWith("id3");
    const count = column === 0 ? categories : 2 + (column % 3);
    table[featureName(column)] = all.map((row) => {
      if (isMissing(row, column)) return null;
      if (isText) return `${nameOf(Math.floor(draw(row, column) * count))}·${column}`;
      return (draw(row, column) - 0.5) * scales[(seed + column) % scales.length];
    });
  }
  const truth = (row: number): number =>
    Math.floor(draw(row, 0) * categories) + Math.floor(draw(row, 1) * 3) + (draw(row, 4) < 0.5 ? 0 : 3);
  table.target = all.map((row) => {
    const noisy = draw(row, 9) < 0.15 ? row : truth(row);
    return kind in byClass ? `${nameOf(noisy % classes)}!` : noisy * scales[seed % 3];
  });
  return table;
}

/** The model of a case, and the options of its plot. */
export async function fitPlotCase(plotCase: PlotCase): Promise<{ model: Model; options: TreePlotOptions }> {
  const table = tableOf(plotCase);
  const { kind, levels, data, row, theme } = plotCase;
  const model = await { ...byClass, ...byNumber }[kind](table, levels);
  return { model, options: { theme, ...(data && { data: table, ...(row && { row: 3 }) }) } };
}
