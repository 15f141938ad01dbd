export { fromArrow } from "./arrow/from-arrow.ts";
export { CsvError, type CsvProblem } from "./csv/csv-error.ts";
export { type CsvOptions, csvOptions, type ReadCsvOptions, readCsvFileOptions } from "./csv/csv-options.ts";
export { parseCsv } from "./csv/parse-csv.ts";
export { readCsv } from "./csv/read-csv.ts";
export type { ByteBlob, ByteSource, ByteStream } from "./source/byte-source.ts";
