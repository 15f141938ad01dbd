import { CambiumError, type Turns } from "@cambium/core";
import { BadPlace, CARRIAGE_RETURN, type CsvInput, LINE_FEED, QUOTE, TURN_BYTES } from "./csv-input.ts";
import { FieldScanner } from "./field-scanner.ts";
import { scanHeader } from "./scan-header.ts";

/**
 * Where every field of a CSV begins and ends, without its contents.
 *
 * Rows lie in blocks, so that nothing is copied while the file is scanned. A row takes one slot more than it has columns:
 * slot 0 is the position before the row, slot c + 1 the position just behind field c. Field c of a row that begins at
 * slot s is therefore the bytes from `block[s + c] + 1` to `block[s + c + 1]`, its quotes included.
 */
export interface CsvRecords {
  readonly columnNames: readonly string[];
  readonly rowCount: number;
  readonly rowsPerBlock: number;
  readonly blocks: readonly Uint32Array[];
}

const SLOTS_PER_BLOCK = 65_536;

/** Reads the header and finds the fields of every row, in one pass over the bytes. */
export function* scanRecords(input: CsvInput, delimiter: number): Turns<CsvRecords> {
  const { columnNames, end } = scanHeader(input, delimiter);
  const scanner = new FieldScanner(input, delimiter, columnNames);
  const slotsPerRow = columnNames.length + 1;
  const rowsPerBlock = Math.max(1, Math.floor(SLOTS_PER_BLOCK / slotsPerRow));
  const blocks: Uint32Array[] = [];
  let slots = 0;
  let position = end;
  while (position < input.bytes.length) {
    const block = new Uint32Array(rowsPerBlock * slotsPerRow);
    blocks.push(block);
    let filled = 0;
    while (filled < block.length && position < input.bytes.length) {
      [position, filled] = scanRows(scanner, position, block, filled);
      yield;
    }
    slots += filled;
  }
  const rowCount = slots / slotsPerRow;
  if (rowCount === 0) throw noRows(input, columnNames.length);
  return { columnNames, rowCount, rowsPerBlock, blocks };
}

/** Scans some rows into the slots of a block from `firstSlot` on; gives the position of the next row, and the next slot. */
function scanRows(
  scanner: FieldScanner,
  start: number,
  block: Uint32Array,
  firstSlot: number,
): [position: number, slot: number] {
  const { columnNames, input } = scanner;
  const end = Math.min(input.bytes.length, start + TURN_BYTES);
  let position = start;
  let slot = firstSlot;
  while (slot < block.length && position < end) {
    // A blank line cannot be a row of several columns. In a table of one column it is a row whose field is empty.
    if (columnNames.length > 1 && scanner.isBlankLine(position)) {
      position++;
      continue;
    }
    position = scanRow(scanner, position, block, slot);
    slot += columnNames.length + 1;
  }
  return [position, slot];
}

/** Writes the boundaries of the row that begins at `start`, and gives the position of the next one. */
function scanRow(scanner: FieldScanner, start: number, block: Uint32Array, firstSlot: number): number {
  const count = scanner.columnNames.length;
  let end = start - 1;
  block[firstSlot] = end;
  for (let field = 0; field < count; field++) {
    end = scanner.endOfField(end + 1, field);
    if (scanner.endsRecord(end) !== (field === count - 1)) throw raggedRow(scanner, start);
    block[firstSlot + field + 1] = end;
  }
  return scanner.skipEndOfLine(end);
}

function raggedRow(scanner: FieldScanner, start: number): BadPlace {
  const expected = scanner.columnNames.length;
  const found = countFields(scanner, start);
  const delimiter = JSON.stringify(String.fromCharCode(scanner.delimiter));
  const repair =
    found > expected
      ? `put a field that contains ${delimiter} in quotes`
      : "write all of them (an empty field is a missing value), and put a field with an end of line in quotes";
  const problem = `the row has ${plural(found, "field")}, and the header has ${expected}; ${repair}`;
  return new BadPlace(start, "", problem);
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

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
