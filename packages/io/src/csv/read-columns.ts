import type { CambiumError, Turns } from "@cambium/core";
import { CsvError } from "./csv-error.ts";
import { type CsvInput, isShort, placeOf, QUOTE, quoteName, TURN_BYTES } from "./csv-input.ts";
import type { CsvRules } from "./csv-options.ts";
import { hasLeadingZero, parseDecimal } from "./parse-decimal.ts";
import type { CsvRecords } from "./scan-records.ts";
import { TextReader } from "./text-reader.ts";

/** Numbers with NaN for missing, or text with null for missing. */
type ColumnValues = Float64Array | (string | null)[];

interface ColumnSource {
  readonly input: CsvInput;
  readonly rules: CsvRules;
  readonly records: CsvRecords;
}

/** A field that is text where numbers were looked for: the bytes from `start` to `end`, inside its quotes. */
interface FoundText {
  readonly row: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The values of every column. A column is what its declared type says. Without one it is numeric when every present value is a
 * number, and text when at most half of them are; in between nothing is guessed, and the first text is an error.
 */
export function* readColumns(source: ColumnSource): Turns<ColumnValues[]> {
  const text = new TextReader(source.input);
  const columns: ColumnValues[] = [];
  for (let column = 0; column < source.records.columnNames.length; column++) {
    columns.push(yield* readColumn(source, column, text));
  }
  return columns;
}

function* readColumn(source: ColumnSource, column: number, text: TextReader): Turns<ColumnValues> {
  const type = source.rules.types.get(source.records.columnNames[column]);
  if (type === "categorical") return yield* readTexts(source, column, text);
  const isDeclared = type === "numeric";
  const { values, numberCount, textCount, firstText } = yield* readNumbers(source, column, isDeclared);
  if (firstText === null) return values;
  if (isDeclared || numberCount > textCount) throw textAmongNumbers(source, column, isDeclared, firstText, text);
  return yield* readTexts(source, column, text);
}

/** `007` and `00501` are identifiers, not numbers, unless the column is declared numeric. */
function* readNumbers(source: ColumnSource, column: number, isDeclared: boolean) {
  const { bytes } = source.input;
  const values = new Float64Array(source.records.rowCount);
  let numberCount = 0;
  let textCount = 0;
  let firstText: FoundText | null = null;
  const visit = (row: number, start: number, end: number) => {
    const value = isDeclared || !hasLeadingZero(bytes, start, end) ? parseDecimal(bytes, start, end) : NaN;
    values[row] = value;
    if (Number.isNaN(value)) {
      textCount++;
      firstText ??= { row, start, end };
    } else {
      numberCount++;
    }
  };
  yield* forEachField(source, column, visit, (row) => {
    values[row] = Number.NaN;
  });
  return { values, numberCount, textCount, firstText: firstText as FoundText | null };
}

function* readTexts(source: ColumnSource, column: number, text: TextReader): Turns<(string | null)[]> {
  const place = placeOf(column, source.records.columnNames);
  const values: (string | null)[] = [];
  const visit = (_row: number, start: number, end: number) => {
    values.push(text.read(start, end, place));
  };
  yield* forEachField(source, column, visit, () => {
    values.push(null);
  });
  return values;
}

/** Shows the fields of a column, row after row. Quotes pack a value and say nothing of it, so they come off first. */
function* forEachField(
  { input: { bytes }, rules, records }: ColumnSource,
  column: number,
  visit: (row: number, start: number, end: number) => void,
  visitMissing: (row: number) => void,
): Turns<void> {
  const slotsPerRow = records.columnNames.length + 1;
  for (const [place, block] of records.blocks.entries()) {
    const firstRow = place * records.rowsPerBlock;
    const rows = Math.min(records.rowsPerBlock, records.rowCount - firstRow);
    for (let next = 0; next < rows; ) {
      next = visitSome(block, next, rows, firstRow);
      yield;
    }
  }

  /** Rows of a block, until they have taken so many bytes of the file; gives the next row. */
  function visitSome(block: Uint32Array, first: number, rows: number, firstRow: number): number {
    const last = block[first * slotsPerRow] + TURN_BYTES;
    let row = first;
    for (
      let slot = first * slotsPerRow + column;
      row < rows && (row === first || block[slot] <= last);
      row++, slot += slotsPerRow
    ) {
      const isQuoted = bytes[block[slot] + 1] === QUOTE;
      const start = block[slot] + (isQuoted ? 2 : 1);
      const end = block[slot + 1] - (isQuoted ? 1 : 0);
      if (isMissing(bytes, start, end, rules)) visitMissing(firstRow + row);
      else visit(firstRow + row, start, end);
    }
    return row;
  }
}

function isMissing(bytes: Uint8Array, start: number, end: number, { missingByLength }: CsvRules): boolean {
  const length = end - start;
  if (length === 0) return true;
  if (length >= missingByLength.length) return false;
  return missingByLength[length].some((missing) => missing.every((byte, i) => byte === bytes[start + i]));
}

function textAmongNumbers(
  { input, records }: ColumnSource,
  column: number,
  isDeclared: boolean,
  { row, start, end }: FoundText,
  text: TextReader,
): CambiumError {
  const name = quoteName(records.columnNames[column]);
  const found = text.read(start, end, placeOf(column, records.columnNames));
  const shown = quoteName(found);
  const place = { column: records.columnNames[column], row: row + 1, text: found };
  if (!isDeclared && hasLeadingZero(input.bytes, start, end)) {
    const repair = "declare it categorical to keep the zeros, or numeric to drop them";
    return new CsvError(
      { kind: "leading-zeros", ...place },
      `column ${name} has leading zeros in row ${row + 1} (${shown}); ${repair}`,
    );
  }
  // A long text is no marker of missing values, and would have to be shown whole.
  const alternative = isShort(found) ? ` or pass missingValues: [${shown}]` : "";
  return new CsvError(
    { kind: "text-among-numbers", ...place },
    `column ${name} has text in row ${row + 1} (${shown}); declare it categorical${alternative}`,
  );
}
