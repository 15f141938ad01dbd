import type { TableLike } from "@cambium/core";
import type { ByteSource } from "../source/byte-source.ts";
import { readBytes } from "../source/read-bytes.ts";
import { type CsvOptions, readCsvOptions } from "./csv-options.ts";
import { parseCsvBytes } from "./parse-csv.ts";
import { refuseOtherFormats } from "./refuse-other-formats.ts";

/**
 * A table from a CSV file in UTF-8, by the rules of `parseCsv`.
 *
 * A string is a path or a URL: in Node a path is read from disk, in a browser it is fetched relative to the page. A file has
 * at most 2 GiB, 65,536 columns, and 1 MiB in a field; it and its table are in memory together for a moment.
 */
export async function readCsv(source: ByteSource, options: CsvOptions = {}): Promise<TableLike> {
  const rules = readCsvOptions("readCsv", options);
  const input = { bytes: await readBytes(source), label: labelOf(source) };
  refuseOtherFormats(input);
  return parseCsvBytes(input, rules);
}

/** How messages call a source: by the name that the caller gave it, when it has one. */
function labelOf(source: ByteSource): string {
  if (typeof source === "string") return JSON.stringify(source);
  if ("href" in source) return JSON.stringify(source.href);
  const { name } = source as { readonly name?: unknown };
  return typeof name === "string" ? JSON.stringify(name) : "the CSV";
}
