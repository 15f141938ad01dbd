import { CambiumError } from "@cambium/core";
import { CsvError, type CsvProblem } from "./csv-error.ts";

export const QUOTE = 0x22;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

/** A CSV in memory. Every stage reads these bytes; none of them is changed. */
export interface CsvInput {
  readonly bytes: Uint8Array;
  /** How messages call it: `the CSV`, or the file's quoted name. */
  readonly label: string;
}

/**
 * The error about a place in the file. `place` is more exact than the line, such as a column, or empty; `problem` is for
 * programs, where an option can repair it.
 */
export function badCsv(
  input: CsvInput,
  position: number,
  place: string,
  text: string,
  problem?: CsvProblem,
): CambiumError {
  const where = place === "" ? "" : `, ${place}`;
  const message = `${input.label}, line ${lineAt(input.bytes, position)}${where}: ${text}`;
  return problem === undefined ? new CambiumError("bad-csv", message) : new CsvError(problem, message);
}

/** The line as an editor counts it, ends of line inside quotes included. Found only when an error needs it. */
function lineAt(bytes: Uint8Array, position: number): number {
  let line = 1;
  for (let i = 0; i < position; i++) {
    if (bytes[i] === LINE_FEED || (bytes[i] === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED)) line++;
  }
  return line;
}

/** A field as messages call it: by its column's name, and in the header by its number. */
export function placeOf(field: number, columnNames: readonly string[]): string {
  const name = columnNames[field];
  return name === undefined ? `field ${field + 1}` : `column ${quoteName(name)}`;
}

const SHOWN_CHARACTERS = 60;

/** Text from a file, as a message shows it: quoted, control characters escaped, and short. */
export function quoteName(text: string): string {
  return JSON.stringify(isShort(text) ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`);
}

export function isShort(text: string): boolean {
  return text.length <= SHOWN_CHARACTERS;
}
