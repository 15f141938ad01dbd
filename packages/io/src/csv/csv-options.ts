import { CambiumError, type ColumnType } from "@cambium/core";
import { quoteName } from "./csv-input.ts";

export interface CsvOptions {
  /** What separates the fields of a line: one ASCII character. Default: `","`. */
  readonly delimiter?: string;
  /** Fields that mean "missing", besides the empty field, which always does. Compared as they stand in the file. Default: `[""]`. */
  readonly missingValues?: readonly string[];
  /** What a column is, by its name. A column that is not listed is judged by its values; see `parseCsv`. */
  readonly types?: Readonly<Record<string, ColumnType>>;
}

/** The options after their check, in the form in which the loops need them. */
export interface CsvRules {
  readonly delimiter: number;
  /** The missing values of each length in bytes, as they look inside quotes. */
  readonly missingByLength: readonly (readonly Uint8Array[])[];
  readonly types: ReadonlyMap<string, ColumnType>;
}

const OPTION_NAMES = ["delimiter", "missingValues", "types"];

export function readCsvOptions(options: CsvOptions): CsvRules {
  if (typeof options !== "object" || options === null) {
    throw new CambiumError("bad-option", `CSV options are an object, got ${JSON.stringify(options) ?? typeof options}`);
  }
  const unknown = Object.keys(options).find((name) => !OPTION_NAMES.includes(name));
  if (unknown !== undefined) {
    const message = `CSV has no option "${unknown}"; it takes ${OPTION_NAMES.join(", ")}`;
    throw new CambiumError("unknown-option", message);
  }
  return {
    delimiter: delimiterByte(options.delimiter ?? ","),
    missingByLength: groupByLength(options.missingValues ?? []),
    types: readTypes(options.types ?? {}),
  };
}

function delimiterByte(delimiter: unknown): number {
  if (typeof delimiter === "string" && /^[^"\r\n\u0080-\uffff]$/.test(delimiter)) return delimiter.charCodeAt(0);
  const expected = "one ASCII character that is not a quote or an end of line";
  const message = `delimiter expects ${expected}, got ${JSON.stringify(delimiter)}; for tabs pass "\\t"`;
  throw new CambiumError("bad-option", message);
}

function groupByLength(missingValues: unknown): Uint8Array[][] {
  if (!Array.isArray(missingValues) || !missingValues.every((value) => typeof value === "string")) {
    const message = `missingValues expects an array of strings, got ${JSON.stringify(missingValues)}; write ["n/a"]`;
    throw new CambiumError("bad-option", message);
  }
  const encoder = new TextEncoder();
  const byLength: Uint8Array[][] = [];
  for (const value of missingValues) {
    const bytes = encoder.encode(value.replaceAll('"', '""'));
    while (byLength.length <= bytes.length) byLength.push([]);
    byLength[bytes.length].push(bytes);
  }
  return byLength;
}

function readTypes(types: unknown): Map<string, ColumnType> {
  if (typeof types !== "object" || types === null || Array.isArray(types)) {
    const message = `types expects an object such as { zip: "categorical" }, got ${JSON.stringify(types)}`;
    throw new CambiumError("bad-option", message);
  }
  const byName = new Map<string, ColumnType>();
  for (const [name, type] of Object.entries(types)) {
    if (type !== "numeric" && type !== "categorical") {
      const message = `types expects "numeric" or "categorical" for column ${quoteName(name)}, got ${JSON.stringify(type)}`;
      throw new CambiumError("bad-option", message);
    }
    byName.set(name, type);
  }
  return byName;
}
