import {
  aSignal,
  CambiumError,
  type ColumnType,
  check,
  checkOptions,
  isListOf,
  isRecord,
  isText,
  type OptionRules,
  type OptionsOf,
  option,
  withDefaults,
} from "@cambium/core";
import { quoteName } from "./csv-input.ts";

/** The options after their check, in the form in which the loops need them. */
export interface CsvRules {
  readonly delimiter: number;
  /** The missing values of each length in bytes, as they look inside quotes. */
  readonly missingByLength: readonly (readonly Uint8Array[])[];
  readonly types: ReadonlyMap<string, ColumnType>;
}

/** What `parseCsv` takes. */
export const csvOptions = {
  /** What separates the fields of a line. Default: ",". */
  delimiter: option(
    check<string>(
      'one ASCII character that is not a quote or an end of line ("\\t" for tabs)',
      (value) => typeof value === "string" && /^[^"\r\n\u0080-\uffff]$/.test(value),
    ),
    ",",
  ),
  /** Fields that mean missing, besides the empty field, which always does; compared as they stand in the file. Default: [""]. */
  missingValues: option(
    check<readonly string[]>('a list of texts such as ["n/a"]', (value) => isListOf(value, isText)),
  ),
  /** What a column is, where its values do not say so. Default: by the values. */
  types: option(check<Readonly<Record<string, ColumnType>>>('an object such as { zip: "categorical" }', isRecord)),
};

export interface CsvOptions extends OptionsOf<typeof csvOptions> {}

/** What `readCsv` takes. */
export const readCsvFileOptions = {
  ...csvOptions,
  /** Ends the reading: `readCsv` then rejects with the signal's reason. Default: none. */
  signal: option(aSignal, null),
};

export interface ReadCsvOptions extends OptionsOf<typeof readCsvFileOptions> {}

/** `caller` is what the user called. */
export function csvRules(caller: string, options: CsvOptions, known: OptionRules): CsvRules {
  checkOptions(caller, options, known);
  return {
    delimiter: withDefaults(csvOptions, options).delimiter.charCodeAt(0),
    missingByLength: groupByLength(options.missingValues ?? []),
    types: readTypes(caller, options.types ?? {}),
  };
}

function groupByLength(missingValues: readonly string[]): Uint8Array[][] {
  const encoder = new TextEncoder();
  const byLength: Uint8Array[][] = [];
  for (const value of missingValues) {
    const bytes = encoder.encode(value.replaceAll('"', '""'));
    while (byLength.length <= bytes.length) byLength.push([]);
    byLength[bytes.length].push(bytes);
  }
  return byLength;
}

function readTypes(caller: string, types: Readonly<Record<string, unknown>>): Map<string, ColumnType> {
  const byName = new Map<string, ColumnType>();
  for (const [name, type] of Object.entries(types)) {
    if (type !== "numeric" && type !== "categorical") {
      const message = `${caller}: types expects "numeric" or "categorical" for column ${quoteName(name)}, got ${JSON.stringify(type)}`;
      throw new CambiumError("bad-option", message);
    }
    byName.set(name, type);
  }
  return byName;
}
