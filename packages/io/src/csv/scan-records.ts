import { CambiumError } from "@cambium/core";
import { badCsv, CARRIAGE_RETURN, type CsvInput, LINE_FEED, QUOTE } from "./csv-input.ts";
import type { CsvRecords } from "./csv-records.ts";
import { FieldScanner } from "./field-scanner.ts";
import { scanHeader } from "./scan-header.ts";

const SLOTS_PER_BLOCK = 65_536;

/** Reads the header and finds the fields of every row, in one pass over the bytes. */
export function scanRecords(input: CsvInput, delimiter: number): CsvRecords {
  const scanner = new FieldScanner(input, delimiter);
  const { columnNames, end } = scanHeader(scanner, hasByteOrderMark(input.bytes) ? 3 : 0);
  const slotsPerRow = columnNames.length + 1;
  const rowsPerBlock = Math.max(1, Math.floor(SLOTS_PER_BLOCK / slotsPerRow));
  const blocks: Uint32Array[] = [];
  let rowCount = 0;
  let position = end;
  while (position < input.bytes.length) {
    const block = new Uint32Array(rowsPerBlock * slotsPerRow);
    blocks.push(block);
    let slot = 0;
    while (slot < block.length && position < input.bytes.length) {
      // A blank line cannot be a row of several columns. In a table of one column it is a row whose field is empty.
      if (columnNames.length > 1 && scanner.isBlankLine(position)) {
        position++;
        continue;
      }
      position = scanRow(scanner, position, columnNames, block, slot);
      slot += slotsPerRow;
      rowCount++;
    }
  }
  if (rowCount === 0) throw noRows(input, columnNames.length);
  return { columnNames, rowCount, rowsPerBlock, blocks };
}

/** Writes the boundaries of the row that begins at `start`, and gives the position of the next one. */
function scanRow(
  scanner: FieldScanner,
  start: number,
  columnNames: readonly string[],
  block: Uint32Array,
  firstSlot: number,
): number {
  const last = columnNames.length - 1;
  let position = start;
  block[firstSlot] = start - 1;
  for (let field = 0; field < last; field++) {
    const end = scanner.endOfField(position, field, columnNames);
    if (scanner.endsRecord(end)) throw raggedRow(scanner, start, columnNames.length);
    block[firstSlot + field + 1] = end;
    position = end + 1;
  }
  const end = scanner.endOfField(position, last, columnNames);
  if (!scanner.endsRecord(end)) throw raggedRow(scanner, start, columnNames.length);
  block[firstSlot + last + 1] = end;
  return scanner.skipEndOfLine(end);
}

function raggedRow(scanner: FieldScanner, start: number, expected: number): CambiumError {
  const found = countFields(scanner, start);
  const delimiter = JSON.stringify(String.fromCharCode(scanner.delimiter));
  const repair =
    found > expected
      ? `put a field that contains ${delimiter} in quotes`
      : "write all of them (an empty field is a missing value), and put a field with an end of line in quotes";
  const problem = `the row has ${plural(found, "field")}, and the header has ${expected}; ${repair}`;
  return badCsv(scanner.input, start, "", problem);
}

/** Counts without checking: the row is wrong already, and this is for its message. */
function countFields(scanner: FieldScanner, start: number): number {
  const { bytes } = scanner.input;
  let fields = 1;
  let insideQuotes = false;
  for (let i = start; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) insideQuotes = !insideQuotes;
    if (insideQuotes) continue;
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
    if (byte === scanner.delimiter) fields++;
  }
  return fields;
}

function noRows(input: CsvInput, columnCount: number): CambiumError {
  const repair = "check that it was written to its end, and that its first line is the header";
  return new CambiumError(
    "bad-csv",
    `${input.label} has a header of ${plural(columnCount, "column")} and no rows; ${repair}`,
  );
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
