/** Pixels, from the upper left corner of a card. */
export const card = {
  width: 178,
  padding: 10,
  gap: 12,
  radius: 6,
  /** From the bottom of one level's tallest card to the top of the next, where the links bend and are labelled. */
  fall: 62,
  /** From the middle of a branch's label down to its card. */
  labelRise: 17,
  titleLine: 15,
} as const;

export const innerWidth = card.width - 2 * card.padding;

/** A leaf, a branch that is folded, and a split of which no rows are known. */
export const smallCard = { height: 48, barTop: 25, barBottom: 31, noteLine: 40 } as const;

/** A split with the picture of its rows. */
export const chartCard = {
  height: 100,
  chartTop: 31,
  chartBottom: 70,
  wedgeLine: 74.5,
  tickLine: 79.5,
  barTop: 87,
  barBottom: 93,
  markerLine: 28.5,
  missingLine: 26,
} as const;

/** A tenth of a pixel: finer is not seen and only makes specifications longer. */
export function pixel(value: number): number {
  return Math.round(value * 10) / 10;
}
