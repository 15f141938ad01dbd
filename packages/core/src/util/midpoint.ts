/** Halfway between two neighbouring values; the lower one where rounding would reach the upper, or infinities meet. */
export function midpoint(below: number, above: number): number {
  const middle = below / 2 + above / 2;
  return middle >= below && middle < above ? middle : below;
}
