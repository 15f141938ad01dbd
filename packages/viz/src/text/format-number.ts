/** From here on, and below its like among the small, numbers are written with an exponent. */
const LARGE = 1e12;
const SMALL = 1e-4;

/** A number with so many significant digits, thousands separated, no trailing zeros; whole digits are never dropped. */
export function formatNumber(value: number, digits = 4): string {
  return format(value, digits, 0);
}

/**
 * The same with at least one decimal where there is one: the threshold between 4125 and 4126 is 4,125.5, and 4,126 would
 * be another split.
 */
export function formatThreshold(value: number, digits = 4): string {
  return format(value, digits, 1);
}

function format(value: number, digits: number, leastDecimals: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "missing" : value < 0 ? "−∞" : "∞";
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= LARGE || size < SMALL) return withMinus(value < 0, trimExponent(size.toExponential(digits - 1)));
  const exponent = Number(size.toExponential(digits - 1).split("e")[1]);
  const decimals = Math.max(leastDecimals, digits - 1 - exponent);
  const [whole = "", fraction = ""] = size.toFixed(Math.min(decimals, 100)).split(".");
  const kept = fraction.replace(/0+$/, "");
  return withMinus(value < 0, kept === "" ? separate(whole) : `${separate(whole)}.${kept}`);
}

/** Every digit that tells this number from its neighbours. */
export function exactNumber(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  const [mantissa = "", exponent] = String(Math.abs(value)).split("e");
  const [whole = "", fraction] = mantissa.split(".");
  const text = fraction === undefined ? separate(whole) : `${separate(whole)}.${fraction}`;
  return withMinus(value < 0, exponent === undefined ? text : `${text}e${exponent.replace("+", "")}`);
}

/** With its sign, for what is added to something else. */
export function signedNumber(value: number, digits = 4): string {
  const text = formatNumber(value, digits);
  return value > 0 ? `+${text}` : text;
}

/** A share as per cent; what is not all is never called 100 %, and what is not nothing never 0 %. */
export function formatShare(share: number, decimals: 0 | 1 = 0): string {
  const unit = decimals === 0 ? 1 : 0.1;
  const percent = share * 100;
  if (share > 0 && percent < unit) return `<${unit}%`;
  if (share < 1 && percent > 100 - unit) return `>${100 - unit}%`;
  return `${Number(percent.toFixed(decimals))}%`;
}

export function formatCount(count: number): string {
  return separate(String(count));
}

export function formatRows(count: number): string {
  return count === 1 ? "1 row" : `${formatCount(count)} rows`;
}

export function formatLeaves(count: number): string {
  return count === 1 ? "1 leaf" : `${formatCount(count)} leaves`;
}

function separate(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ",");
}

function trimExponent(text: string): string {
  const [mantissa = "", exponent = ""] = text.split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return `${short}e${exponent.replace("+", "")}`;
}

function withMinus(negative: boolean, text: string): string {
  return negative ? `−${text}` : text;
}
