export {
  CsvError,
  type CsvOptions,
  type CsvProblem,
  fromArrow,
  parseCsv,
  type ReadCsvOptions,
  readCsv,
} from "@cambium/io";
