import type { CambiumError } from "@cambium/core";
import { badCsv, CARRIAGE_RETURN, type CsvInput, LINE_FEED, QUOTE } from "./csv-input.ts";
import { quoteName } from "./quote-name.ts";

/** One field, with its quotes, in bytes: 1 MiB. It stops a forgotten quote from swallowing the rest of a large file. */
const MAX_FIELD_BYTES = 1_048_576;

/** Finds where fields end, by the grammar of RFC 4180, and refuses what the grammar does not allow. */
export class FieldScanner {
  readonly input: CsvInput;
  readonly delimiter: number;
  /** 1 for the bytes at which a plain field stops. No byte of a multi-byte UTF-8 character is among them. */
  readonly #stops = new Uint8Array(256);

  constructor(input: CsvInput, delimiter: number) {
    this.input = input;
    this.delimiter = delimiter;
    for (const byte of [delimiter, LINE_FEED, CARRIAGE_RETURN, QUOTE]) this.#stops[byte] = 1;
  }

  /** The position just behind the field that begins at `start`: a delimiter, an end of line, or the end of the file. */
  endOfField(start: number, field: number, columnNames: readonly string[]): number {
    const { bytes } = this.input;
    const stops = this.#stops;
    let end = start;
    if (bytes[start] === QUOTE) {
      end = this.#endOfQuotedField(start, field, columnNames);
    } else {
      while (end < bytes.length && stops[bytes[end]] === 0) end++;
      if (bytes[end] === QUOTE) throw this.#quoteInside(start, end, field, columnNames);
    }
    if (end - start > MAX_FIELD_BYTES) throw this.#tooLong(start, end, field, columnNames);
    return end;
  }

  endsRecord(position: number): boolean {
    return position >= this.input.bytes.length || this.input.bytes[position] !== this.delimiter;
  }

  /** Where the next record begins, when one ends at `end`. */
  skipEndOfLine(end: number): number {
    const { bytes } = this.input;
    return bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED ? end + 2 : end + 1;
  }

  isBlankLine(start: number): boolean {
    const byte = this.input.bytes[start];
    return byte === LINE_FEED || byte === CARRIAGE_RETURN;
  }

  #endOfQuotedField(start: number, field: number, columnNames: readonly string[]): number {
    const { bytes } = this.input;
    let end = start + 1;
    for (;;) {
      while (end < bytes.length && bytes[end] !== QUOTE) end++;
      if (end === bytes.length) throw this.#unclosedQuote(start, field, columnNames);
      if (bytes[end + 1] !== QUOTE) break;
      end += 2;
    }
    end++;
    const isEnd = this.endsRecord(end) ? end >= bytes.length || this.isBlankLine(end) : true;
    if (!isEnd) throw this.#textAfterQuote(end, field, columnNames);
    return end;
  }

  #quoteInside(start: number, position: number, field: number, columnNames: readonly string[]): CambiumError {
    const shown = quoteName(this.#textAround(start, position));
    const problem = `a field that does not begin with a quote contains one (${shown}); put the whole field in quotes and double those inside it`;
    return badCsv(this.input, position, placeOf(field, columnNames), problem);
  }

  #textAfterQuote(position: number, field: number, columnNames: readonly string[]): CambiumError {
    const shown = quoteName(this.#textAround(position, position));
    const problem = `expected a delimiter or an end of line behind the closing quote, got ${shown}; double a quote that belongs to the text`;
    return badCsv(this.input, position, placeOf(field, columnNames), problem);
  }

  #unclosedQuote(start: number, field: number, columnNames: readonly string[]): CambiumError {
    const problem =
      "a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text";
    return badCsv(this.input, start, placeOf(field, columnNames), problem);
  }

  #tooLong(start: number, end: number, field: number, columnNames: readonly string[]): CambiumError {
    const problem = `the field has ${end - start} bytes, and ${MAX_FIELD_BYTES} (1 MiB) are allowed; look for a missing quote, or shorten it`;
    return badCsv(this.input, start, placeOf(field, columnNames), problem);
  }

  /** From `start` to the next stop after `position`, for a message: bytes that are no text are shown as such. */
  #textAround(start: number, position: number): string {
    const { bytes } = this.input;
    let end = position;
    while (end < bytes.length && bytes[end] !== this.delimiter && !this.isBlankLine(end)) end++;
    return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 256)));
  }
}

/** A field as messages call it: by its column's name, and in the header by its number. */
export function placeOf(field: number, columnNames: readonly string[]): string {
  const name = columnNames[field];
  return name === undefined ? `field ${field + 1}` : `column ${quoteName(name)}`;
}
