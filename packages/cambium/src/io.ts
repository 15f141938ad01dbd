export { type CsvOptions, fromArrow, parseCsv, readCsv } from "@cambium/io";
