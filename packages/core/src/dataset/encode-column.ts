import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";
import { floatsOf, isDate, isoText, timeOf } from "../util/other-realms.ts";
import { CHUNK } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { MOST_BINS } from "./bin-column.ts";
import type { Column } from "./column.ts";
import { findLabels, sortLabels, type ValueCounts } from "./encode-labels.ts";

/** What a user may declare a column to be. */
export type ColumnType = "numeric" | "categorical";

/** Each has a bin of its own, and every split on the column keeps a bit per category: a column of names or numbers of things is not one. */
export const MOST_CATEGORIES = MOST_BINS;

/** Text that is taken as a number where a column is declared one: as in CSV no hexadecimal, no Infinity. */
const DECIMAL = /^[ \t]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t]*$/;

/** What a value can be. "missing" is null, undefined or NaN. */
export type ValueKind = "missing" | "number" | "bigint" | "boolean" | "text" | "date" | "object";

/**
 * A raw column as a typed one. The rule for each kind of value:
 * numbers are numeric; whole numbers beyond 2^53 are refused, since a double can not hold them; dates are numeric
 * (milliseconds since 1970); text is categorical; true and false are the categories "true" and "false". A column of two
 * kinds is refused unless its type is declared. Floats are not copied. A column of categories is left out where `leavesOut` says so of
 * its counts, and is null then.
 */
export function* columnInTurns(
  name: string,
  values: ArrayLike<unknown>,
  declared?: ColumnType,
  leavesOut: (counts: ValueCounts) => boolean = () => false,
): Turns<Column | null> {
  const type = declared ?? (yield* typeInTurns(name, values));
  if (type === "numeric") return { kind: "numeric", name, values: yield* numbersOfColumn(name, values) };
  const found = yield* findLabels(values, (value, row) => categoryOf(name, row, value));
  if (leavesOut(found)) return null;
  const { codes, labels } = yield* sortLabels(found, byCodePoint);
  if (labels.length <= MOST_CATEGORIES) return { kind: "categorical", name, codes, categories: labels };
  const message = `column "${name}" has ${labels.length} categories; at most ${MOST_CATEGORIES} are learned from. Leave it out: exclude: [${describe(name)}]`;
  throw new CambiumError("too-large", message);
}

/** Numeric or categorical, by the first present value; refuses a column whose other values do not fit it. */
function* typeInTurns(name: string, values: ArrayLike<unknown>): Turns<ColumnType> {
  if (ArrayBuffer.isView(values)) return "numeric";
  let first: ValueKind = "missing";
  let firstRow = 0;
  for (let row = 0; row < values.length; row++) {
    if (row % CHUNK === 0) yield;
    const kind = kindOf(values[row]);
    if (kind === "missing" || kind === first || (isNumeric(kind) && isNumeric(first))) continue;
    if (kind === "object") throw objectInColumn(name, row, values[row]);
    if (first === "missing") [first, firstRow] = [kind, row];
    else throw mixedColumn(name, values, firstRow, row);
  }
  return first === "text" || first === "boolean" ? "categorical" : "numeric";
}

/** The values of a numeric column, which may be those that are given. */
export function* numbersOfColumn(name: string, values: ArrayLike<unknown>): Turns<Float64Array | Float32Array> {
  const floats = floatsOf(values);
  if (floats !== null && !hasNegativeZero(floats)) return floats;
  // Adding 0 turns -0 into +0 and changes nothing else: equal values must have equal bits.
  const numbers = new Float64Array(values.length);
  yield* turnsOver(values.length, (start, end) => {
    for (let row = start; row < end; row++) numbers[row] = (floats?.[row] ?? toNumber(name, row, values[row])) + 0;
  });
  return floats instanceof Float32Array ? new Float32Array(numbers) : numbers;
}

/** Looks for its bits, which the host does ten times as fast as a loop over the numbers; of 32 bits, by `indexOf`, not by `includes`. */
function hasNegativeZero(floats: Float32Array | Float64Array): boolean {
  const { buffer, byteOffset, length } = floats;
  if (floats instanceof Float32Array) return new Int32Array(buffer, byteOffset, length).indexOf(-0x80000000) >= 0;
  return new BigInt64Array(buffer, byteOffset, length).includes(-0x8000000000000000n);
}

function toNumber(name: string, row: number, value: unknown): number {
  if (typeof value === "number") return value;
  if (value === null || value === undefined) return Number.NaN;
  if (typeof value === "bigint") {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    const found = `has ${value} in row ${row + 1}, beyond the 2^53 that a number holds exactly`;
    throw badColumn(name, `${found}; leave it out, or declare it categorical`);
  }
  if (isDate(value)) return timeOf(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && DECIMAL.test(value)) return Number(value);
  throw typeof value === "string" ? textInColumn(name, row, value) : objectInColumn(name, row, value);
}

/** The category's name of a value; null where it is missing. */
export function categoryOf(column: string, row: number, value: unknown): string | null {
  const kind = kindOf(value);
  if (kind === "missing") return null;
  if (kind === "object") throw objectInColumn(column, row, value);
  return isDate(value) ? isoText(value) : String(value);
}

/** Order by Unicode code point. (`<` compares UTF-16 units, which puts astral characters before U+E000.) */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** A bigint or a date as a number; anything else as it is. */
export function asNumber(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return isDate(value) ? timeOf(value) : value;
}

export function kindOf(value: unknown): ValueKind {
  if (typeof value === "number") return Number.isNaN(value) ? "missing" : "number";
  if (typeof value === "string") return "text";
  if (value === null || value === undefined) return "missing";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "bigint") return "bigint";
  if (!isDate(value)) return "object";
  return Number.isNaN(timeOf(value)) ? "missing" : "date";
}

export function isNumeric(kind: ValueKind): boolean {
  return kind === "number" || kind === "bigint";
}

function objectInColumn(name: string, row: number, value: unknown): CambiumError {
  const repair = "expected numbers, text, booleans or dates: take the field you need out of it";
  return badColumn(name, `has ${describe(value)} in row ${row + 1}; ${repair}`);
}

function textInColumn(name: string, row: number, value: unknown): CambiumError {
  const repair = `make such values null, or declare the column before training: types: { ${JSON.stringify(name)}: "categorical" }`;
  return badColumn(name, `has text in row ${row + 1} (${describe(value)}); expected numbers: ${repair}`);
}

function mixedColumn(name: string, values: ArrayLike<unknown>, firstRow: number, row: number): CambiumError {
  const [first, other] = [values[firstRow], values[row]];
  if (isNumeric(kindOf(first)) && kindOf(other) === "text") return textInColumn(name, row, other);
  const found = `has ${describe(first)} in row ${firstRow + 1} and ${describe(other)} in row ${row + 1}`;
  return badColumn(name, `${found}; declare what it is: types: { ${JSON.stringify(name)}: "categorical" }`);
}

function badColumn(name: string, found: string): CambiumError {
  return new CambiumError("bad-column", `column "${name}" ${found}`);
}
