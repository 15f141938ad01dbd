import { EXACT_POWERS_OF_TEN, LARGEST_EXACT_POWER } from "./powers-of-ten.ts";

const POINT = 0x2e;
const ZERO = 0x30;
/** Any integer of so many digits is exact in float64. */
const DIGITS_PER_PART = 15;
/** Veltkamp's constant: splits a float64 into two halves whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
/** The quotient below is off by less than 2^-102 of itself; what follows from this much more is beyond doubt. */
const DOUBT = 2 ** -96;

/**
 * A decimal of 16 to 30 digits, as programs print float64s, correctly rounded; or null when these means cannot tell, which
 * happens for very large exponents and within 2^-96 of the middle between two floats.
 *
 * 1. The digits are an integer, held exactly as the sum of two floats.
 * 2. It is divided by an exact power of ten, which gives a quotient and a much smaller correction.
 * 3. If the correction could be a little smaller or larger without changing the rounded sum, the sum is right.
 */
export function roundLongDecimal(bytes: Uint8Array, start: number, end: number, writtenExponent: number): number | null {
  let high = 0;
  let low = 0;
  let digits = 0;
  let scale = -writtenExponent;
  let isFraction = false;
  for (let i = start; i < end; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) {
      if (bytes[i] !== POINT) break;
      isFraction = true;
      continue;
    }
    if (isFraction) scale++;
    if (digits > 0 || digit > 0) digits++;
    if (digits <= DIGITS_PER_PART) high = high * 10 + digit;
    else low = low * 10 + digit;
  }
  if (digits <= DIGITS_PER_PART || digits > 2 * DIGITS_PER_PART || scale < 0 || scale > LARGEST_EXACT_POWER) return null;

  // The product's error and `low` are integers below 2^50, so their sum is exact, and so is the pair.
  const power = EXACT_POWERS_OF_TEN[digits - DIGITS_PER_PART];
  const product = high * power;
  const rest = productError(high, power, product) + low;
  const dividend = product + rest;
  const dividendRest = rest - (dividend - product);

  const divisor = EXACT_POWERS_OF_TEN[scale];
  const quotient = dividend / divisor;
  const back = quotient * divisor;
  const remainder = dividend - back - productError(quotient, divisor, back) + dividendRest;
  const correction = remainder / divisor;
  const least = quotient + (correction - quotient * DOUBT);
  const most = quotient + (correction + quotient * DOUBT);
  return least === most ? least : null;
}

/** What rounding took from `a * b`, exactly, by Dekker's product. */
function productError(a: number, b: number, product: number): number {
  const aHigh = upperHalf(a);
  const bHigh = upperHalf(b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function upperHalf(value: number): number {
  const scaled = value * SPLITTER;
  return scaled - (scaled - value);
}
