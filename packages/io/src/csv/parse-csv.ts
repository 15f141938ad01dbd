import { atOnce, CambiumError, type TableLike, type Turns, tableFromColumns } from "@cambium/core";
import { BadPlace, badCsv, type CsvInput, quoteName } from "./csv-input.ts";
import { type CsvOptions, type CsvRules, csvOptions, csvRules } from "./csv-options.ts";
import { readColumns } from "./read-columns.ts";
import { scanRecords } from "./scan-records.ts";

/** A text of one line has no row, so nothing that could be read is refused for its looks. */
const PATH = /^[^\r\n]{1,1000}\.[ct]sv$/i;

/**
 * A table from the text of a CSV.
 *
 * The grammar is RFC 4180 with a header: lines end with LF, CRLF or CR; a field may stand in quotes, and then contain
 * delimiters, ends of line and doubled quotes; spaces belong to the field. Quotes pack a value and say nothing of it: `"1"` is
 * a number, and `""` is missing like the empty field.
 *
 * A column is numeric (a Float64Array, NaN where missing) when every present value is a number, and text (strings, null where
 * missing) when at most half of them are; a column in between is an error that names the first text, as is a text in a
 * column declared numeric. `007` is text unless its column is declared numeric. A column without any present value is numeric.
 */
export function parseCsv(text: string, options: CsvOptions = {}): TableLike {
  if (typeof text !== "string") {
    throw new CambiumError(
      "bad-option",
      `parseCsv expected text, got ${typeof text}; give files, bytes and streams to readCsv`,
    );
  }
  if (PATH.test(text)) {
    const message = `parseCsv expected the text of a CSV, got ${quoteName(text)}; if that is a path, readCsv reads it`;
    throw new CambiumError("bad-option", message);
  }
  if (/\p{Surrogate}/u.test(text)) {
    const repair = "decode the file's bytes whole, or give them to readCsv";
    throw new CambiumError("bad-csv", `the text has half of a surrogate pair, which is no character; ${repair}`);
  }
  const input = { bytes: new TextEncoder().encode(text), label: "the CSV" };
  return atOnce(parseCsvBytes(input, csvRules("parseCsv", options, csvOptions)));
}

/** Two passes: one over the bytes, which finds the fields, and one over each column, which knows all its values before it decides. */
export function* parseCsvBytes(input: CsvInput, rules: CsvRules): Turns<TableLike> {
  try {
    return yield* parseRecords(input, rules);
  } catch (error) {
    throw error instanceof BadPlace ? yield* badCsv(input, error) : error;
  }
}

function* parseRecords(input: CsvInput, rules: CsvRules): Turns<TableLike> {
  const records = yield* scanRecords(input, rules.delimiter);
  const { columnNames } = records;
  const known = new Set(columnNames);
  for (const name of rules.types.keys()) {
    if (!known.has(name)) throw unknownTypedColumn(input, name, columnNames);
  }
  const columns = yield* readColumns({ input, rules, records });
  return tableFromColumns(new Map(columns.map((values, column) => [columnNames[column], values])));
}

function unknownTypedColumn(input: CsvInput, name: string, columnNames: readonly string[]): CambiumError {
  const shown = columnNames.slice(0, 8).map(quoteName).join(", ");
  const all = columnNames.length > 8 ? `${shown}, … (${columnNames.length} in all)` : shown;
  return new CambiumError(
    "unknown-column",
    `types names column ${quoteName(name)}, and ${input.label} has ${all}; correct the name`,
  );
}
