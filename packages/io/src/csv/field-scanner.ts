import { BadPlace, CARRIAGE_RETURN, type CsvInput, LINE_FEED, placeOf, QUOTE, quoteName } from "./csv-input.ts";

/** One field, with its quotes, in bytes: 1 MiB. It stops a forgotten quote from swallowing the rest of a large file. */
const MAX_FIELD_BYTES = 1_048_576;

/** Finds where fields end, by the grammar of RFC 4180, and refuses what the grammar does not allow. */
export class FieldScanner {
  readonly input: CsvInput;
  readonly delimiter: number;
  /** For messages; empty while the header is read. */
  readonly columnNames: readonly string[];
  /** 1 for the bytes at which a plain field stops. No byte of a multi-byte UTF-8 character is among them. */
  readonly #stops = new Uint8Array(256);

  constructor(input: CsvInput, delimiter: number, columnNames: readonly string[]) {
    this.input = input;
    this.delimiter = delimiter;
    this.columnNames = columnNames;
    for (const byte of [delimiter, LINE_FEED, CARRIAGE_RETURN, QUOTE]) this.#stops[byte] = 1;
  }

  /** The position just behind the field that begins at `start`: a delimiter, an end of line, or the end of the file. */
  endOfField(start: number, field: number): number {
    const { bytes } = this.input;
    const stops = this.#stops;
    let end = start;
    if (bytes[start] === QUOTE) {
      end = this.#endOfQuotedField(start, field);
    } else {
      while (end < bytes.length && stops[bytes[end]] === 0) end++;
      if (bytes[end] === QUOTE) {
        const shown = this.#textAround(start, end);
        const problem = `a field that does not begin with a quote contains one (${shown}); put the whole field in quotes and double those inside it`;
        throw this.#bad(end, field, problem);
      }
    }
    if (end - start > MAX_FIELD_BYTES) {
      const problem = `the field has ${end - start} bytes, and ${MAX_FIELD_BYTES} (1 MiB) are allowed; look for a missing quote, or shorten it`;
      throw this.#bad(start, field, problem);
    }
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

  #endOfQuotedField(start: number, field: number): number {
    const { bytes } = this.input;
    let end = start + 1;
    while (bytes[end] !== QUOTE || bytes[end + 1] === QUOTE) {
      if (end >= bytes.length) {
        const problem =
          "a quote is opened here and the file ends before it is closed; close it, or double it if it belongs to the text";
        throw this.#bad(start, field, problem);
      }
      end += bytes[end] === QUOTE ? 2 : 1;
    }
    end++;
    if (end < bytes.length && bytes[end] !== this.delimiter && !this.isBlankLine(end)) {
      const shown = this.#textAround(end, end);
      const problem = `expected a delimiter or an end of line behind the closing quote, got ${shown}; double a quote that belongs to the text`;
      throw this.#bad(end, field, problem);
    }
    return end;
  }

  #bad(position: number, field: number, problem: string): BadPlace {
    return new BadPlace(position, placeOf(field, this.columnNames), problem);
  }

  /** From `start` to the next stop after `position`, for a message: bytes that are no text are shown as such. */
  #textAround(start: number, position: number): string {
    const { bytes } = this.input;
    let end = position;
    while (end < bytes.length && bytes[end] !== this.delimiter && !this.isBlankLine(end)) end++;
    return quoteName(new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + 256))));
  }
}
