const SPACE = 0x20;
const TAB = 0x09;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

/** A number of so many digits, and its power of ten, are exact in float64: one division then rounds as `Number()` does. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/** No part of it can match in two ways, so a field of a million digits takes a million steps. */
const DECIMAL = /^[ \t]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t]*$/;

/**
 * The number that a field spells, equal to the bit to what `Number()` makes of the same characters, or NaN when it spells none.
 *
 * A number is an optional sign, digits with an optional point among, before or after them, and an optional exponent
 * (`1`, `-1.5`, `.5`, `5.`, `+1e-3`), with spaces or tabs around it. Nothing else is one: no hexadecimal, no `1,000`, no
 * `NaN`, no `Infinity`, and no decimal beyond float64 (`1e999`), so that every number of a table is finite.
 */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  const negative = bytes[from] === MINUS;
  let mantissa = 0;
  let digits = 0;
  let point = -1;
  for (let i = negative ? from + 1 : from; i < to; i++) {
    const digit = bytes[i] - ZERO;
    if (isDigit(digit)) {
      mantissa = mantissa * 10 + digit;
      digits++;
    } else if (bytes[i] === POINT && point < 0) {
      point = i;
    } else {
      return parseAnyDecimal(bytes, from, to);
    }
  }
  if (digits === 0 || digits > EXACT_DIGITS) return parseAnyDecimal(bytes, from, to);
  const magnitude = point < 0 ? mantissa : mantissa / POWERS_OF_TEN[to - point - 1];
  return negative ? -magnitude : magnitude;
}

function parseAnyDecimal(bytes: Uint8Array, from: number, to: number): number {
  if (!mayBeginDecimal(bytes[from])) return Number.NaN;
  let text = "";
  for (let i = from; i < to; i++) text += String.fromCharCode(bytes[i]);
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Whether a number is written as identifiers often are: `007`, `00501`. `0`, `0.5` and `-0` are not. */
export function hasLeadingZero(bytes: Uint8Array, from: number, to: number): boolean {
  let i = from;
  while (i < to && isBlank(bytes[i])) i++;
  if (i < to && (bytes[i] === MINUS || bytes[i] === PLUS)) i++;
  return i + 1 < to && bytes[i] === ZERO && isDigit(bytes[i + 1] - ZERO);
}

/** Most fields of a text column are told by their first byte. */
function mayBeginDecimal(byte: number): boolean {
  return isDigit(byte - ZERO) || isBlank(byte) || byte === PLUS || byte === MINUS || byte === POINT;
}

function isDigit(value: number): boolean {
  return value >= 0 && value <= 9;
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}
