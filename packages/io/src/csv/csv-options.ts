import {
  type AbortSignalLike,
  aSignal,
  CambiumError,
  type ColumnType,
  checkOptions,
  isListOf,
  isRecord,
  isText,
  type OptionRule,
} from "@cambium/core";
import { quoteName } from "./csv-input.ts";

export interface CsvOptions {
  /** What separates the fields of a line; a comma unless told. */
  readonly delimiter?: string | undefined;
  /** Fields that mean missing, besides the empty field, which always does; compared as they stand in the file. */
  readonly missingValues?: readonly string[] | undefined;
  /** What a column is, where its values do not say so. */
  readonly types?: Readonly<Record<string, ColumnType>> | undefined;
}

/** What `readCsv` takes besides. */
export interface ReadCsvOptions extends CsvOptions {
  /** Ends the reading: `readCsv` then rejects with the signal's reason. */
  readonly signal?: AbortSignalLike;
}

/** The options after their check, in the form in which the loops need them. */
export interface CsvRules {
  readonly delimiter: number;
  /** The missing values of each length in bytes, as they look inside quotes. */
  readonly missingByLength: readonly (readonly Uint8Array[])[];
  readonly types: ReadonlyMap<string, ColumnType>;
}

/** What `parseCsv` takes. */
export const csvOptions: Readonly<Record<string, OptionRule>> = {
  delimiter: {
    expected: 'one ASCII character that is not a quote or an end of line ("\\t" for tabs)',
    accepts: (value) => typeof value === "string" && /^[^"\r\n\u0080-\uffff]$/.test(value),
    default: '","',
    about: "what separates the fields of a line",
  },
  missingValues: {
    expected: 'a list of texts such as ["n/a"]',
    accepts: (value) => isListOf(value, isText),
    default: '[""]',
    about: "fields that mean missing, besides the empty field, which always does; compared as they stand in the file",
  },
  types: {
    expected: 'an object such as { zip: "categorical" }',
    accepts: isRecord,
    default: "by the values",
    about: "what a column is, where its values do not say so",
  },
};

/** What `readCsv` takes. */
export const readCsvFileOptions: Readonly<Record<string, OptionRule>> = {
  ...csvOptions,
  signal: { ...aSignal, default: "none", about: "ends the reading; `readCsv` rejects with the signal's reason" },
};

/** `caller` is what the user called. */
export function csvRules(caller: string, options: CsvOptions, known: Readonly<Record<string, OptionRule>>): CsvRules {
  checkOptions(caller, options, known);
  return {
    delimiter: (options.delimiter ?? ",").charCodeAt(0),
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
