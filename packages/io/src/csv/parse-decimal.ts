import { EXACT_POWERS_OF_TEN, LARGEST_EXACT_POWER } from "./powers-of-ten.ts";
import { roundLongDecimal } from "./round-long-decimal.ts";

const SPACE = 0x20;
const TAB = 0x09;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_E = 0x45;
const TO_UPPER_CASE = 0xdf;
const FIRST_INEXACT_INTEGER = 2 ** 53;
const EXPONENT_CAP = 100_000_000;

/**
 * The number that a field spells, equal to the bit to what `Number()` makes of the same characters, or NaN when it spells none.
 *
 * A number is an optional sign, digits with an optional point among, before or after them, and an optional exponent
 * (`1`, `-1.5`, `.5`, `5.`, `+1e-3`), with spaces or tabs around it. Nothing else is one: no hexadecimal, no `1,000`, no
 * `NaN`, no `Infinity`, and no decimal beyond float64 (`1e999`), so that every number of a table is finite.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  let end = to;
  while (start < end && isBlank(bytes[start])) start++;
  while (end > start && isBlank(bytes[end - 1])) end--;

  let i = start;
  const negative = bytes[i] === MINUS;
  if (i < end && (negative || bytes[i] === PLUS)) i++;

  let mantissa = 0;
  let digit = 0;
  const integerStart = i;
  for (; i < end && isDigit((digit = bytes[i] - ZERO)); i++) mantissa = mantissa * 10 + digit;
  let digits = i - integerStart;

  let exponent = 0;
  if (i < end && bytes[i] === POINT) {
    const fractionStart = ++i;
    // Zeros wait for a digit behind them, so that the padding in 0.250000000000000000 does not cost exactness.
    let zeros = 0;
    for (; i < end && isDigit((digit = bytes[i] - ZERO)); i++) {
      if (digit === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 0; zeros--, exponent--) mantissa *= 10;
      mantissa = mantissa * 10 + digit;
      exponent--;
    }
    digits += i - fractionStart;
  }
  if (digits === 0) return NaN;

  let writtenExponent = 0;
  if (i < end && (bytes[i] & TO_UPPER_CASE) === LETTER_E) {
    i++;
    const negativeExponent = bytes[i] === MINUS;
    if (i < end && (negativeExponent || bytes[i] === PLUS)) i++;
    const exponentStart = i;
    for (; i < end && isDigit((digit = bytes[i] - ZERO)); i++) {
      writtenExponent = Math.min(writtenExponent * 10 + digit, EXPONENT_CAP);
    }
    if (i === exponentStart) return NaN;
    if (negativeExponent) writtenExponent = -writtenExponent;
  }
  if (i !== end) return NaN;

  const magnitude =
    scale(mantissa, exponent + writtenExponent) ??
    roundLongDecimal(bytes, integerStart, end, writtenExponent) ??
    numberOf(bytes, integerStart, end);
  return negative ? -magnitude : magnitude;
}

/** Clinger's fast path: mantissa and power are both exact, so one operation rounds once. Null when they are not. */
function scale(mantissa: number, exponent: number): number | null {
  if (mantissa >= FIRST_INEXACT_INTEGER) return null;
  if (exponent === 0) return mantissa;
  if (exponent < 0) return exponent >= -LARGEST_EXACT_POWER ? mantissa / EXACT_POWERS_OF_TEN[-exponent] : null;
  return exponent <= LARGEST_EXACT_POWER ? mantissa * EXACT_POWERS_OF_TEN[exponent] : null;
}

function numberOf(bytes: Uint8Array, start: number, end: number): number {
  let text = "";
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  const value = Number(text);
  return value === Infinity ? NaN : value;
}

/** Whether a number is written as identifiers often are: `007`, `00501`. `0`, `0.5` and `-0` are not. */
export function hasLeadingZero(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && isBlank(bytes[i])) i++;
  if (i < to && (bytes[i] === MINUS || bytes[i] === PLUS)) i++;
  return i + 1 < to && bytes[i] === ZERO && isDigit(bytes[i + 1] - ZERO);
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}
