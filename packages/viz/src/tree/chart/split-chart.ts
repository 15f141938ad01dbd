import type { EncodedRows } from "@cambium/core";

/** The picture in the card of a split, in shares of its width and height; 0, 0 is the lower left corner. */
export interface SplitChart {
  readonly boxes: readonly ChartBox[];
  readonly dots: readonly ChartDot[];
  /** The mean of the target on either side. */
  readonly means: readonly { readonly left: number; readonly right: number; readonly height: number }[];
  /** Where the first of two sides ends; NaN among more branches. */
  readonly boundary: number;
  readonly ticks: readonly ChartTick[];
  /** Where the marked row stands; null when its value is missing, undefined when no row is marked here. */
  readonly marked?: number | null;
}

export interface ChartBox {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  /** The number of a class colour; -1: no class. */
  readonly colour: number;
}

/** A word under the chart: what begins or ends at `x` is shown whole or not at all, what is centred there is cut to fit. */
export interface ChartTick {
  readonly x: number;
  readonly text: string;
  readonly kind: "low" | "high" | "name";
  /** The share of the width that it may take. */
  readonly room: number;
}

export interface ChartDot {
  readonly x: number;
  readonly y: number;
}

/** The rows of a node as a chart reads them. */
export interface ChartRows {
  readonly rows: Int32Array;
  /** The feature of the split: numbers, NaN where missing, or codes of categories, -1 where missing. */
  readonly values: EncodedRows["columns"][number];
  /** The number of the class colour of each row, -1 for none. */
  readonly colours: Int32Array | null;
  readonly colourCount: number;
  /** The row to be marked, if it comes by. */
  readonly marked: number | undefined;
}

/** Stacks of counts as boxes of a common scale, one stack a slot, the first colour lowest. */
export function stackedBoxes(
  stacks: readonly Float64Array[],
  slot: (index: number) => readonly [left: number, right: number],
): ChartBox[] {
  const totals = stacks.map((stack) => stack.reduce((sum, count) => sum + count, 0));
  const highest = Math.max(1, ...totals);
  return stacks.flatMap((stack, index) => {
    const [left, right] = slot(index);
    const boxes: ChartBox[] = [];
    let bottom = 0;
    stack.forEach((count, place) => {
      if (count === 0) return;
      const top = bottom + count / highest;
      // The last place is for rows without a class.
      boxes.push({ left, right, bottom, top, colour: place === stack.length - 1 ? -1 : place });
      bottom = top;
    });
    return boxes;
  });
}

/** One count per colour, and a last one for rows without a class. */
export function emptyStack(colourCount: number): Float64Array {
  return new Float64Array(colourCount + 1);
}

export function placeInStack(rows: ChartRows, row: number): number {
  const colour = rows.colours === null ? -1 : rows.colours[row];
  return colour < 0 ? rows.colourCount : colour;
}

/** The ends of an axis of numbers. */
export function endTicks(low: string, high: string, boundary: number): ChartTick[] {
  return [
    { x: 0, text: low, kind: "low", room: boundary },
    { x: 1, text: high, kind: "high", room: 1 - boundary },
  ];
}

/** Where the marked row stands, if it is among the rows. */
export function markedAt(rows: ChartRows, place: (value: number) => number | null): Pick<SplitChart, "marked"> {
  const { marked } = rows;
  if (marked === undefined || !rows.rows.includes(marked)) return {};
  const value = rows.values[marked];
  return { marked: Number.isNaN(value) ? null : place(value) };
}

/** The share of the way from `low` to `high`; their halves, since the range of finite numbers need not be finite. */
export function shareOfRange(value: number, low: number, high: number): number {
  const range = high / 2 - low / 2;
  return range > 0 ? Math.min(1, Math.max(0, (value / 2 - low / 2) / range)) : 0.5;
}

/** The smallest and largest finite value of some rows, widened to hold the threshold if there is one. */
export function valueRange(
  rows: Int32Array,
  values: ChartRows["values"],
  threshold?: number,
): { readonly low: number; readonly high: number; readonly empty: boolean } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = values[row];
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const empty = low > high;
  if (threshold === undefined) return { low, high, empty };
  return { low: Math.min(low, threshold), high: Math.max(high, threshold), empty };
}
