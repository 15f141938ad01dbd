import { textWidth } from "../text/text-width.ts";
import { fontSize } from "../theme/theme.ts";
import type { ClassPalette } from "./class-palette.ts";

/** A colour and its class, at its place in the plot. */
export interface LegendEntry {
  /** The left edge of the square, and the middle of the line. */
  readonly x: number;
  readonly y: number;
  readonly ink: string;
  readonly text: string;
}

export interface ClassLegend {
  readonly entries: readonly LegendEntry[];
  /** What the legend takes from the plot, with the gap below it. */
  readonly height: number;
}

export const legendSquare = { side: 10, gap: 6 } as const;
const ENTRY_GAP = 18;
const LINE_HEIGHT = 20;
const GAP_BELOW = 14;

/**
 * The classes and their colours in as many lines as the width asks for. Legends of Vega stand in one line, and where there
 * is no canvas they overlap: their places depend on a guess of the width of text.
 */
export function classLegend({ colours, names }: ClassPalette, width: number): ClassLegend {
  const entries: LegendEntry[] = [];
  let x = 0;
  let line = 0;
  names.forEach((text, index) => {
    const room = legendSquare.side + legendSquare.gap + Math.ceil(textWidth(text, fontSize.subtitle));
    if (x > 0 && x + room > width) {
      x = 0;
      line++;
    }
    entries.push({ x, y: (line + 0.5) * LINE_HEIGHT, ink: colours[index], text });
    x += room + ENTRY_GAP;
  });
  return { entries, height: entries.length === 0 ? 0 : (line + 1) * LINE_HEIGHT + GAP_BELOW };
}
