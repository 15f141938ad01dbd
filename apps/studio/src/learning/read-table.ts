import type { ColumnType, TableLike } from "cambium";
import { type CsvOptions, readCsv } from "cambium/io";

/** How a file is written. */
export interface FileSettings {
  readonly delimiter: string;
  /** Between the whole and the fraction of a number. */
  readonly decimal: "." | ",";
  readonly encoding: "utf-8" | "windows-1252" | "utf-16le" | "utf-16be";
  readonly missingValues: readonly string[];
  readonly types: ReadonlyMap<string, ColumnType>;
  /** Whether the first column, which has no name, is left out: it counts the rows. */
  readonly dropsIndex: boolean;
}

const INDEX_NAME = "(index)";

/** The table in a file. What `readCsv` does not read, other encodings and decimal commas, is rewritten before. */
export async function readTable(file: File, settings: FileSettings): Promise<TableLike> {
  const { delimiter, missingValues, types, dropsIndex } = settings;
  const options: CsvOptions = { delimiter, missingValues, types: Object.fromEntries(types) };
  const table = await readCsv(await rewritten(file, settings), options);
  if (!dropsIndex) return table;
  const columnNames = table.columnNames.filter((name) => name !== INDEX_NAME);
  return { rowCount: table.rowCount, columnNames, column: (name) => table.column(name) };
}

async function rewritten(file: File, { encoding, decimal, delimiter, dropsIndex }: FileSettings): Promise<File> {
  if (encoding === "utf-8" && decimal === "." && !dropsIndex) return file;
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(await file.arrayBuffer());
  } catch {
    // `readCsv` says where the bytes are that are no text.
    return file;
  }
  if (dropsIndex) text = text.replace(/^(?:"")?/, INDEX_NAME);
  if (decimal === ",") text = text.replace(delimiter === "," ? QUOTED_NUMBER : NUMBER, withDecimalPoint);
  return new File([text], file.name);
}

/** Whole fields such as 3,14 or 1.234,5. Where the comma separates the fields, they have to stand in quotes. */
const NUMBER = /(?<=^|["\r\n;\t|])[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?=$|["\r\n;\t|])/g;
const QUOTED_NUMBER = /(?<=")[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?(?=")/g;
const WHOLE = /^[-+]?\d+$/;
const DECIMAL_COMMA = /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/;

function withDecimalPoint(number: string): string {
  return number.replaceAll(".", "").replace(",", ".");
}

export function hasDecimalComma(text: string): boolean {
  return DECIMAL_COMMA.test(text);
}

export interface FoundDecimalComma {
  readonly column: string;
  readonly example: string;
}

const ROWS_LOOKED_AT = 500;

/** A column of text most of whose values are numbers, some with a decimal comma. */
export function findDecimalComma(table: TableLike): FoundDecimalComma | null {
  for (const column of table.columnNames) {
    const values = table.column(column);
    if (values instanceof Float64Array) continue;
    const texts = Array.from({ length: Math.min(values.length, ROWS_LOOKED_AT) }, (_, row) => values[row]).filter(
      (value) => typeof value === "string",
    );
    const [example] = texts.filter(hasDecimalComma);
    const numbers = texts.filter((text) => hasDecimalComma(text) || WHOLE.test(text));
    if (example !== undefined && numbers.length > texts.length / 2) return { column, example };
  }
  return null;
}
