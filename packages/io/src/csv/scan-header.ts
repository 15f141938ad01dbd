import { CambiumError } from "@cambium/core";
import { BadPlace, type CsvInput, placeOf, QUOTE, quoteName } from "./csv-input.ts";
import { FieldScanner } from "./field-scanner.ts";
import { TextReader } from "./text-reader.ts";

const MAX_COLUMNS = 65_536;

const LIKELY_DELIMITERS = [",", ";", "\t", "|"];

export interface CsvHeader {
  readonly columnNames: readonly string[];
  /** Where the first row begins. */
  readonly end: number;
}

/** Reads the names of the columns from the first line that is not blank. */
export function scanHeader(input: CsvInput, delimiter: number): CsvHeader {
  const { bytes } = input;
  const scanner = new FieldScanner(input, delimiter, []);
  let position = hasByteOrderMark(bytes) ? 3 : 0;
  while (scanner.isBlankLine(position)) position++;
  if (position >= bytes.length) {
    const repair = "write the names of the columns in the first line, and the rows below";
    throw new CambiumError("bad-csv", `${input.label} is empty; ${repair}`);
  }

  const text = new TextReader(input);
  const fieldOfName = new Map<string, number>();
  const headerStart = position;
  let end = position;
  for (let field = 0; ; field++) {
    if (field === MAX_COLUMNS) throw tooManyColumns(position);
    end = scanner.endOfField(position, field);
    const quotes = bytes[position] === QUOTE ? 1 : 0;
    const name = text.read(position + quotes, end - quotes, placeOf(field, []));
    checkName(position, name, field, fieldOfName);
    fieldOfName.set(name, field);
    position = end + 1;
    if (scanner.endsRecord(end)) break;
  }

  const columnNames = [...fieldOfName.keys()];
  if (columnNames.length === 1 && bytes[headerStart] !== QUOTE) checkDelimiter(headerStart, columnNames[0]);
  return { columnNames, end: scanner.skipEndOfLine(end) };
}

function checkName(start: number, name: string, field: number, earlier: ReadonlyMap<string, number>): void {
  if (name === "") {
    const problem =
      "the header has no name here, and every column needs one; write it, or leave the column out (an unnamed index, perhaps)";
    throw new BadPlace(start, placeOf(field, []), problem, { kind: "unnamed-column", field: field + 1 });
  }
  const twin = earlier.get(name);
  if (twin !== undefined) {
    const problem = `the header has ${quoteName(name)} again, which is already the name of field ${twin + 1}; rename one of them`;
    throw new BadPlace(start, placeOf(field, []), problem);
  }
}

/** A table read with the wrong delimiter is one column of nonsense, which would otherwise pass as text. */
function checkDelimiter(start: number, name: string): void {
  const likely = LIKELY_DELIMITERS.find((character) => name.includes(character));
  if (likely === undefined) return;
  const repair = `pass delimiter: ${JSON.stringify(likely)}, or put the name in quotes if it is one`;
  const text = `the header is a single column named ${quoteName(name)}; ${repair}`;
  throw new BadPlace(start, "", text, { kind: "delimiter", likely });
}

function tooManyColumns(position: number): BadPlace {
  const problem = `the header has more than the ${MAX_COLUMNS} fields that are allowed; check the delimiter, or split the file`;
  return new BadPlace(position, "", problem);
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
