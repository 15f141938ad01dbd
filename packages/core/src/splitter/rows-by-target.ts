/** Both ends of the values that part the weight in halves; they are one value but for an even count, so to say. */
export interface Medians {
  readonly lower: number;
  readonly upper: number;
  readonly weight: number;
}

/** The weighted medians of the rows of a list that ascends by value; rows without weight have no say, and no rows at all say 0. */
export function mediansOf(rows: ArrayLike<number>, values: Float64Array, weights: Float64Array): Medians {
  let weight = 0;
  for (let i = 0; i < rows.length; i++) weight += weights[rows[i]];
  if (!(weight > 0)) return { lower: 0, upper: 0, weight: 0 };
  let below = 0;
  let lower = Number.NaN;
  for (let i = 0; i < rows.length; i++) {
    below += weights[rows[i]];
    if (Number.isNaN(lower) && 2 * below >= weight) lower = values[rows[i]];
    if (2 * below > weight) return { lower, upper: values[rows[i]], weight };
  }
  throw new TypeError("unreachable: all of the weight is more than half of it");
}

/** The median as a leaf says it: halfway between the two, where there are two. */
export function medianOf({ lower, upper }: Medians): number {
  return lower === upper ? lower : lower / 2 + upper / 2;
}
