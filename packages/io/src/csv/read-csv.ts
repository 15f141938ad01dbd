import { CambiumError, createPacer, inTurns, type TableLike, type Turns } from "@cambium/core";
import { type ByteSource, isBuffer, isBytes } from "../source/byte-source.ts";
import { readBytes } from "../source/read-bytes.ts";
import type { CsvInput } from "./csv-input.ts";
import { csvRules, type ReadCsvOptions, readCsvFileOptions } from "./csv-options.ts";
import { parseCsvBytes } from "./parse-csv.ts";
import { refuseOtherFormats } from "./refuse-other-formats.ts";

/**
 * A table from a CSV file in UTF-8, by the rules of `parseCsv`.
 *
 * A string is a path or a URL: in Node a path is read from disk, in a browser it is fetched relative to the page. A file has
 * at most 2 GiB, 65,536 columns, and 1 MiB in a field; it and its table are in memory together for a moment.
 *
 * It reads in turns of some milliseconds, between which the caller's thread does other work. Bytes that are passed are not copied: they
 * must not change before the promise settles.
 */
export async function readCsv(source: ByteSource, options: ReadCsvOptions = {}): Promise<TableLike> {
  const rules = csvRules("readCsv", options, readCsvFileOptions);
  const { signal } = options;
  if (signal?.aborted) throw signal.reason;
  const given = byteLengthOf(source);
  const input = { bytes: await readBytes(source, signal), label: labelOf(source) };
  if (given !== null && input.bytes.length !== given) throw detached(input);
  refuseOtherFormats(input);
  return inTurns(whileThere(input, parseCsvBytes(input, rules)), createPacer(signal));
}

/** The same turns, as long as nobody detaches the bytes between them. */
function* whileThere<T>(input: CsvInput, turns: Turns<T>): Turns<T> {
  const { bytes } = input;
  const { length } = bytes;
  let step = turns.next();
  while (!step.done) {
    yield;
    if (bytes.length !== length) throw detached(input);
    step = turns.next();
  }
  return step.value;
}

function detached({ label }: CsvInput): CambiumError {
  const message = `${label} was detached while it was read (transferred to a worker, perhaps); pass a copy: bytes.slice()`;
  return new CambiumError("bad-csv", message);
}

/** Of bytes that are at hand; null of what has to be asked for them. */
function byteLengthOf(source: ByteSource): number | null {
  return isBytes(source) || isBuffer(source) ? source.byteLength : null;
}

/** How messages call a source: by the name that the caller gave it, when it has one. */
function labelOf(source: ByteSource): string {
  if (typeof source === "string") return JSON.stringify(source);
  if ("href" in source) return JSON.stringify(source.href);
  const { name } = source as { readonly name?: unknown };
  return typeof name === "string" ? JSON.stringify(name) : "the CSV";
}
