/** How wide the last bracket may be, of the first one: a target that is a million times as large as others costs them no digits. */
const PRECISION = 2 ** -60;

/** How wide it may be, of the score: doubles lie no nearer to each other than a quarter of that. */
const ROUNDING = 2 ** -50;

/** Two steps more than halves of the bracket would take. */
const SLACK = 4;

/** Two places on either side of where a rising function is 0. */
export interface Bracket {
  low: number;
  high: number;
  /** Below 0. */
  atLow: number;
  /** Above 0. */
  atHigh: number;
}

/**
 * Where a rising function is 0, by the method of Oliveira and Takahashi (ITP): a straight line between the ends of the
 * bracket, drawn towards its middle, and never so far from there that it could take more than a few steps longer than
 * halves. Some fifteen steps do for a smooth function, and one with jumps costs no more than halves.
 */
export function rootOf(f: (x: number) => number, bracket: Bracket): number {
  const search = rootSearch(bracket);
  let step = search.next();
  while (!step.done) step = search.next(f(step.value));
  return step.value;
}

/** The same for whoever wants to work out the function in turns: it yields places, and is told the values there. */
export function* rootSearch(bracket: Bracket): Generator<number, number, number> {
  let { low, high, atLow, atHigh } = bracket;
  const width = high - low;
  // Of brackets near the least number the product would be 0, and no bracket narrow enough.
  const end = Math.max(PRECISION * width, Number.MIN_VALUE);
  const isWide = () => high - low > Math.max(end, ROUNDING * Math.max(Math.abs(low), Math.abs(high)));
  let reach = end;
  while (reach < width) reach *= 2;
  for (reach *= SLACK; isWide(); reach /= 2) {
    const middle = low + (high - low) / 2;
    const chord = (low * atHigh - high * atLow) / (atHigh - atLow);
    const line = Number.isFinite(chord) ? chord : middle;
    const towards = Math.sign(middle - line);
    const drawn = (0.2 * (high - low) * (high - low)) / width;
    const better = drawn <= Math.abs(middle - line) ? line + towards * drawn : middle;
    const most = Math.max(0, (reach - (high - low)) / 2);
    const x = Math.abs(better - middle) <= most ? better : middle - towards * most;
    const y = yield x;
    if (y === 0) return x;
    if (y > 0) [high, atHigh] = [x, y];
    else [low, atLow] = [x, y];
  }
  return low + (high - low) / 2;
}
