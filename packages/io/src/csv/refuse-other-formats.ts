import { CsvError, type CsvProblem } from "./csv-error.ts";
import type { CsvInput } from "./csv-input.ts";

interface Format {
  /** As the end of "it is …". */
  readonly name: string;
  readonly repair: string;
  readonly problem: CsvProblem;
  readonly starts: (bytes: Uint8Array) => boolean;
}

const formats: readonly Format[] = [
  utf16("utf-16le", 0xff, 0xfe),
  utf16("utf-16be", 0xfe, 0xff),
  {
    name: "compressed by gzip",
    repair: 'unpack it first, or pass a stream: readCsv(stream.pipeThrough(new DecompressionStream("gzip")))',
    problem: { kind: "format", found: "gzip" },
    starts: startsWith(0x1f, 0x8b),
  },
  {
    name: "a zip archive, as the files of a spreadsheet (.xlsx) are",
    repair: "save the sheet as CSV in UTF-8, or unpack the archive",
    problem: { kind: "format", found: "zip" },
    // Two bytes more than "PK", which may well be the name of a column.
    starts: startsWith(0x50, 0x4b, 0x03, 0x04),
  },
  {
    name: "a Parquet file",
    repair: "convert it to CSV, or read it by a library of Parquet's and pass its columns",
    problem: { kind: "format", found: "parquet" },
    // "PAR1" may be the name of a column too, but no name continues like this.
    starts: (bytes) => startsWith(0x50, 0x41, 0x52, 0x31)(bytes) && isControl(bytes[4]),
  },
];

/** Names what is no text in UTF-8 by its first bytes, before it is taken for a CSV with bytes that are none. */
export function refuseOtherFormats({ bytes, label }: CsvInput): void {
  const format = formats.find(({ starts }) => starts(bytes));
  if (format === undefined) return;
  throw new CsvError(format.problem, `${label} is no CSV in UTF-8: it is ${format.name}; ${format.repair}`);
}

function utf16(encoding: "utf-16le" | "utf-16be", ...mark: readonly number[]): Format {
  return {
    name: `text in ${encoding.toUpperCase()}`,
    repair: `save it as UTF-8, or decode it first: parseCsv(new TextDecoder("${encoding}").decode(bytes))`,
    problem: { kind: "encoding", likely: encoding },
    starts: startsWith(...mark),
  };
}

function startsWith(...start: readonly number[]): (bytes: Uint8Array) => boolean {
  return (bytes) => start.every((byte, index) => bytes[index] === byte);
}

function isControl(byte: number | undefined): boolean {
  return byte !== undefined && byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d;
}
