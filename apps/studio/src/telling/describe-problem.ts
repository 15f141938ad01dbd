import { CambiumError, type ColumnType } from "cambium";
import { CsvError, type CsvProblem } from "cambium/io";
import { type FileSettings, hasDecimalComma } from "../learning/read-table.ts";

/** A change of the settings that one click makes. */
export type SettingsChange =
  | { readonly setting: "delimiter"; readonly value: string }
  | { readonly setting: "decimal"; readonly value: FileSettings["decimal"] }
  | { readonly setting: "encoding"; readonly value: FileSettings["encoding"] }
  | { readonly setting: "missing"; readonly value: string }
  | { readonly setting: "type"; readonly column: string; readonly value: ColumnType }
  | { readonly setting: "dropIndex" };

export interface Repair {
  readonly label: string;
  readonly change: SettingsChange;
}

/** What went wrong, in words for a person who has never seen our interface for programs, and what a click can repair. */
export interface DescribedProblem {
  readonly message: string;
  readonly repairs: readonly Repair[];
}

export function describeProblem(error: unknown): DescribedProblem {
  if (error instanceof CsvError) return describeCsv(error.problem);
  const message = error instanceof Error ? error.message : String(error);
  return { message: error instanceof CambiumError ? message.replace(/^cambium: /, "") : message, repairs: [] };
}

const separators: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };
const encodings = { "windows-1252": "Windows-1252 (Western Europe)", "utf-16le": "UTF-16", "utf-16be": "UTF-16" };
const formats = {
  gzip: "compressed by gzip. Unpack it first.",
  zip: "a zip archive, as spreadsheets are. Save the sheet as CSV, or unpack the archive.",
  parquet: "a Parquet file. Convert it to CSV first.",
};

function describeCsv(problem: CsvProblem): DescribedProblem {
  switch (problem.kind) {
    case "delimiter": {
      const name = separators[problem.likely] ?? problem.likely;
      return {
        message: `The whole header is one field. It seems that ${name} separate the fields.`,
        repairs: [{ label: `Separate by ${name}`, change: { setting: "delimiter", value: problem.likely } }],
      };
    }
    case "encoding": {
      const name = encodings[problem.likely];
      return {
        message: `The file is not written in UTF-8. It is probably ${name}.`,
        repairs: [{ label: `Read it as ${name}`, change: { setting: "encoding", value: problem.likely } }],
      };
    }
    case "format":
      return { message: `This is no CSV file: it is ${formats[problem.found]}`, repairs: [] };
    case "unnamed-column":
      return describeUnnamed(problem.field);
    default:
      return describeMixed(problem);
  }
}

function describeUnnamed(field: number): DescribedProblem {
  if (field > 1) return { message: `Column ${field} has no name in the header. Give it one in the file.`, repairs: [] };
  return {
    message: "The first column has no name in the header. It is probably an index, which counts the rows.",
    repairs: [{ label: "Leave the first column out", change: { setting: "dropIndex" } }],
  };
}

/** A longer text is no mark for a missing value. */
const LONGEST_MARK = 20;

function describeMixed(problem: Extract<CsvProblem, { column: string }>): DescribedProblem {
  const { column, row, text } = problem;
  const asType = (label: string, value: ColumnType): Repair => ({ label, change: { setting: "type", column, value } });
  if (problem.kind === "leading-zeros") {
    return {
      message: `Column “${column}” has numbers with leading zeros, such as “${text}” in row ${row}.`,
      repairs: [asType("They are codes: keep the zeros", "categorical"), asType("They are numbers", "numeric")],
    };
  }
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const comma: Repair = { label: `“${shown}” is a number`, change: { setting: "decimal", value: "," } };
  const missing: Repair = { label: `“${shown}” means missing`, change: { setting: "missing", value: text } };
  return {
    message: `Column “${column}” has numbers, and the text “${shown}” in row ${row}.`,
    repairs: [
      ...(hasDecimalComma(text) ? [comma] : []),
      // Marks are written with spaces between them.
      ...(text.length <= LONGEST_MARK && !/\s/.test(text) ? [missing] : []),
      asType(`The values of “${column}” are categories`, "categorical"),
    ],
  };
}
