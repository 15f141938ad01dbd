import { CambiumError } from "@cambium/core";

/** What is wrong with a file, as data: a program can offer its user the option that repairs it. */
export type CsvProblem =
  /** The header is a single field, and contains a character that is likely to separate the fields. */
  | { readonly kind: "delimiter"; readonly likely: string }
  /** The bytes are not UTF-8. */
  | { readonly kind: "encoding"; readonly likely: "windows-1252" | "utf-16le" | "utf-16be" }
  /** The file is of another format. */
  | { readonly kind: "format"; readonly found: "gzip" | "zip" | "parquet" }
  /** The header has no name for the field with this number, counted from 1. */
  | { readonly kind: "unnamed-column"; readonly field: number }
  /** A column of numbers has a text. Rows are counted from 1, without the header. */
  | { readonly kind: "text-among-numbers"; readonly column: string; readonly row: number; readonly text: string }
  /** A column of numbers has one with leading zeros, which a code may have. */
  | { readonly kind: "leading-zeros"; readonly column: string; readonly row: number; readonly text: string };

/** A `bad-csv` error that an option, or another way to decode the file, can repair. */
export class CsvError extends CambiumError {
  readonly problem: CsvProblem;

  constructor(problem: CsvProblem, message: string) {
    super("bad-csv", message);
    this.problem = problem;
  }
}
