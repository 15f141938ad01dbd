export { CsvError, type CsvOptions, type CsvProblem, fromArrow, parseCsv, readCsv } from "@cambium/io";
