export const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

function deviation(numbers: readonly number[]): number {
  const centre = mean(numbers);
  return Math.sqrt(numbers.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (numbers.length - 1));
}

/** How far the mean of differences between pairs is from 0, in its standard errors; by its sign the first are the larger. */
export function standardErrors(ones: readonly number[], others: readonly number[]): number {
  const differences = ones.map((one, i) => one - others[i]);
  const apart = mean(differences);
  return apart === 0 ? 0 : apart / (deviation(differences) / Math.sqrt(differences.length));
}

/**
 * By how many a peer's figure may differ from ours, by how many seeds there are. The rows are the peer's, so that the differences of each
 * seed count; by Student's test one of all 15 figures that chance has a part in would fail in one of a hundred such tables.
 */
export const MOST_STANDARD_ERRORS: Readonly<Record<number, number>> = { 30: 3.8, 100: 3.5 };

/** As a page tells it: the mean, and the deviation of the single figures. */
export function told(figures: readonly number[], digits: number, unit = ""): string {
  return `${number(mean(figures), digits)}${unit} ± ${number(deviation(figures), digits)}`;
}

export function number(figure: number, digits: number): string {
  return figure.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What Student's t exceeds, to either side, once in a hundred times, by how many figures there are. */
const RARE: Readonly<Record<number, number>> = { 10: 3.25, 100: 2.63 };

/**
 * Whether a published mean of so many `runs` can be told from ours, at a level of one in a hundred. Its runs are taken to differ
 * as ours do, and it may be off by half of its last digit.
 */
export function isWithinChance(published: string, runs: number, ours: readonly number[]): boolean {
  const error = deviation(ours) * Math.sqrt(1 / runs + 1 / ours.length);
  return Math.abs(figureOf(published) - mean(ours)) <= RARE[ours.length] * error + lastDigitOf(published) / 2;
}

function figureOf(published: string): number {
  return Number(digitsOf(published));
}

/** What 1 in the last digit is worth that is not one of an integer's zeros: 100 in 30,800, and 0.1 in 11.4. */
function lastDigitOf(published: string): number {
  const digits = digitsOf(published);
  const [, fraction] = digits.split(".");
  return fraction === undefined ? 10 ** (/0*$/.exec(digits)?.[0].length ?? 0) : 10 ** -fraction.length;
}

/** Without what stands around and between the digits: "(5.8 %)", "30,800". */
function digitsOf(published: string): string {
  return published.replace(/[^\d.]/g, "");
}
