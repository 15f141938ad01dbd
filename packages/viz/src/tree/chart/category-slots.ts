import { plainText } from "@cambium/core";
import type { ChartRows, ChartTick } from "./split-chart.ts";

/** More categories than this on one side end in a slot for the rest. */
const MOST_SLOTS = 9;
/** The gap between two branches, in slots; of more than two branches each has its own category, so less is enough. */
const GAP = 1;
const GAP_OF_MANY = 0.25;
/** Of each slot this much is drawn upon. */
const FILLED = 0.8;
/** With more slots than this their names would not be told apart. */
const MOST_NAMES = 5;

/** Where the categories of a split stand: those of each branch, with a gap between two; of two branches it has the boundary. */
export interface CategorySlots {
  readonly count: number;
  /** How many of them are of the first side. */
  readonly first: number;
  /** NaN where there are more than two branches. */
  readonly boundary: number;
  /** Categories that the split does not know stand nowhere. */
  readonly slotOf: ReadonlyMap<number, number>;
  readonly ticks: readonly ChartTick[];
  /** The left and right end of a slot. */
  ends(slot: number): readonly [number, number];
}

export function categorySlots(
  rows: ChartRows,
  sides: readonly (readonly number[])[],
  categories: readonly string[],
): CategorySlots {
  const counts = new Map<number, number>();
  for (const row of rows.rows) counts.set(rows.values[row], (counts.get(rows.values[row]) ?? 0) + 1);
  const ofSides = sides.map((codes) => slotsOf(codes, counts));
  const slots = ofSides.flat();
  const sideOf = ofSides.flatMap((own, side) => own.map(() => side));
  const first = ofSides[0].length;
  const gap = sides.length === 2 ? GAP : GAP_OF_MANY;
  const width = slots.length + gap * (sides.length - 1);
  const ends = (slot: number): readonly [number, number] => {
    const left = slot + gap * sideOf[slot];
    const margin = (1 - FILLED) / 2;
    return [(left + margin) / width, (left + 1 - margin) / width];
  };
  const named = slots.length <= MOST_NAMES ? slots : [];
  return {
    count: slots.length,
    first,
    // Among more than two branches no line stands for the split: the gaps do.
    boundary: sides.length === 2 ? (first + gap / 2) / width : Number.NaN,
    slotOf: new Map(slots.flatMap((codes, slot) => codes.map((code) => [code, slot] as const))),
    ticks: named.map(([code], slot) => {
      const [left, right] = ends(slot);
      return { x: (left + right) / 2, text: plainText(categories[code]), kind: "name", room: 1 / width };
    }),
    ends,
  };
}

/** The slots of one side, each for one category or, the last of many, for the rarest. */
function slotsOf(codes: readonly number[], counts: ReadonlyMap<number, number>): number[][] {
  if (codes.length <= MOST_SLOTS) return codes.map((code) => [code]);
  const countOf = (code: number): number => counts.get(code) ?? 0;
  const byCount = [...codes].sort((a, b) => countOf(b) - countOf(a) || a - b);
  const own = byCount.slice(0, MOST_SLOTS - 1).sort((a, b) => a - b);
  return [...own.map((code) => [code]), byCount.slice(MOST_SLOTS - 1)];
}

/** The middle of the slot of a category; null where it has none. */
export function slotMiddle({ slotOf, ends }: CategorySlots, code: number): number | null {
  const slot = slotOf.get(code);
  if (slot === undefined) return null;
  const [left, right] = ends(slot);
  return (left + right) / 2;
}
