/** Fewer rows show too little of a column. */
const LEAST_ROWS = 50;

/** Fewer values show too little of a column that is mostly missing. */
const LEAST_VALUES = 25;

/**
 * Whether categories identify rows, as names and order numbers do: in a table of at least 50 rows the column has at least 25 values,
 * and at least nine tenths of them are distinct. Missing values do not count.
 */
export function categoriesIdentifyRows(rowCount: number, values: number, distinct: number): boolean {
  return rowCount >= LEAST_ROWS && values >= LEAST_VALUES && 10 * distinct >= 9 * values;
}

/**
 * Whether numbers count the rows, in any order: there are at least 50, all of them whole and distinct, and they fill at least half of
 * the range from the least to the greatest. So they do after a part of the rows was taken, too.
 */
export function numbersCountRows(values: ArrayLike<number>): boolean {
  const { length } = values;
  if (length < LEAST_ROWS) return false;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < length; row++) {
    const value = values[row];
    if (!Number.isSafeInteger(value)) return false;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const range = greatest - least + 1;
  if (range < length || range > 2 * length) return false;
  const isTaken = new Uint8Array(range);
  for (let row = 0; row < length; row++) {
    const place = values[row] - least;
    if (isTaken[place] === 1) return false;
    isTaken[place] = 1;
  }
  return true;
}
