import { CambiumError } from "@cambium/core";
import { type CsvInput, QUOTE } from "./csv-input.ts";
import type { CsvRules } from "./csv-options.ts";
import type { CsvRecords } from "./csv-records.ts";
import { placeOf } from "./field-scanner.ts";
import { hasLeadingZero, parseDecimal } from "./parse-decimal.ts";
import { isShort, quoteName } from "./quote-name.ts";
import { TextReader } from "./text-reader.ts";

/** Numbers with NaN for missing, or text with null for missing. */
export type ColumnValues = Float64Array | (string | null)[];

interface ColumnSource {
  readonly input: CsvInput;
  readonly rules: CsvRules;
  readonly records: CsvRecords;
}

/** A column read as numbers, as long as it is not known what it is. */
interface NumericDraft {
  readonly column: number;
  readonly isDeclared: boolean;
  /** NaN where a field is missing or is text. */
  readonly values: Float64Array;
  numberCount: number;
  textCount: number;
  firstTextRow: number;
}

/**
 * The values of every column. A column is what its declared type says. Without one it is numeric when every present value is a
 * number, and text when at most half of them are; in between nothing is guessed, and the first text is an error.
 */
export function readColumns(source: ColumnSource): ColumnValues[] {
  const { columnNames } = source.records;
  const text = new TextReader(source.input);
  const drafts = new Map(readNumbers(source).map((draft) => [draft.column, draft]));
  return columnNames.map((_, column) => {
    const draft = drafts.get(column);
    if (draft === undefined) return readTexts(source, column, text);
    if (draft.textCount === 0) return draft.values;
    if (draft.isDeclared || draft.numberCount > draft.textCount) throw textAmongNumbers(source, draft, text);
    drafts.delete(column); // Its values are garbage from here on, and the table may be large.
    return readTexts(source, column, text);
  });
}

/** Block by block, and column by column within: the bytes of a block are still near when the next column wants them. */
function readNumbers(source: ColumnSource): NumericDraft[] {
  const { records, rules } = source;
  const drafts: NumericDraft[] = [];
  for (const [column, name] of records.columnNames.entries()) {
    const type = rules.types.get(name);
    if (type === "categorical") continue;
    const values = new Float64Array(records.rowCount);
    drafts.push({ column, isDeclared: type === "numeric", values, numberCount: 0, textCount: 0, firstTextRow: -1 });
  }
  for (const [index, block] of records.blocks.entries()) {
    const firstRow = index * records.rowsPerBlock;
    for (const draft of drafts) readNumbersOfBlock(source, block, firstRow, draft);
  }
  return drafts;
}

/** `007` and `00501` are identifiers, not numbers, unless the column is declared numeric. */
function readNumbersOfBlock(
  { input, rules, records }: ColumnSource,
  block: Uint32Array,
  firstRow: number,
  draft: NumericDraft,
): void {
  const { bytes } = input;
  const { values, isDeclared } = draft;
  const slotsPerRow = records.columnNames.length + 1;
  const rowsEnd = Math.min(firstRow + records.rowsPerBlock, records.rowCount);
  let numbers = 0;
  for (let row = firstRow, slot = draft.column; row < rowsEnd; row++, slot += slotsPerRow) {
    let start = block[slot] + 1;
    let end = block[slot + 1];
    if (isQuoted(bytes, start, end)) {
      start++;
      end--;
    }
    let value = NaN;
    if (!isMissing(bytes, start, end, rules)) {
      if (isDeclared || !hasLeadingZero(bytes, start, end)) value = parseDecimal(bytes, start, end);
      if (!Number.isNaN(value)) {
        numbers++;
      } else {
        if (draft.textCount === 0) draft.firstTextRow = row;
        draft.textCount++;
      }
    }
    values[row] = value;
  }
  draft.numberCount += numbers;
}

function readTexts({ input, rules, records }: ColumnSource, column: number, text: TextReader): (string | null)[] {
  const { bytes } = input;
  const place = placeOf(column, records.columnNames);
  const slotsPerRow = records.columnNames.length + 1;
  const values = new Array<string | null>(records.rowCount).fill(null);
  for (const [index, block] of records.blocks.entries()) {
    const firstRow = index * records.rowsPerBlock;
    const rowsEnd = Math.min(firstRow + records.rowsPerBlock, records.rowCount);
    for (let row = firstRow, slot = column; row < rowsEnd; row++, slot += slotsPerRow) {
      let start = block[slot] + 1;
      let end = block[slot + 1];
      if (isQuoted(bytes, start, end)) {
        start++;
        end--;
      }
      if (!isMissing(bytes, start, end, rules)) values[row] = text.read(start, end, place);
    }
  }
  return values;
}

/** Quotes pack a value and say nothing of it, so they come off before anything is asked of a field. */
function isQuoted(bytes: Uint8Array, start: number, end: number): boolean {
  return start < end && bytes[start] === QUOTE;
}

function isMissing(bytes: Uint8Array, start: number, end: number, { missingByLength }: CsvRules): boolean {
  const length = end - start;
  if (length === 0) return true;
  if (length >= missingByLength.length) return false;
  return missingByLength[length].some((missing) => missing.every((byte, i) => byte === bytes[start + i]));
}

function textAmongNumbers({ input, records }: ColumnSource, draft: NumericDraft, text: TextReader): CambiumError {
  const { column, firstTextRow: row } = draft;
  const slot = (row % records.rowsPerBlock) * (records.columnNames.length + 1) + column;
  const block = records.blocks[Math.floor(row / records.rowsPerBlock)];
  const quotes = isQuoted(input.bytes, block[slot] + 1, block[slot + 1]) ? 1 : 0;
  const start = block[slot] + 1 + quotes;
  const end = block[slot + 1] - quotes;

  const name = quoteName(records.columnNames[column]);
  const found = text.read(start, end, placeOf(column, records.columnNames));
  const shown = quoteName(found);
  if (!draft.isDeclared && hasLeadingZero(input.bytes, start, end)) {
    const repair = "declare it categorical to keep the zeros, or numeric to drop them";
    return new CambiumError("bad-csv", `column ${name} has leading zeros in row ${row + 1} (${shown}); ${repair}`);
  }
  // A long text is no marker of missing values, and would have to be shown whole.
  const alternative = isShort(found) ? ` or pass missingValues: [${shown}]` : "";
  return new CambiumError(
    "bad-csv",
    `column ${name} has text in row ${row + 1} (${shown}); declare it categorical${alternative}`,
  );
}
