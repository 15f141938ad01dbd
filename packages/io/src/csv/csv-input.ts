import { CambiumError, type Turns } from "@cambium/core";
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

/** Bytes that are read between two turns of others. */
export const TURN_BYTES = 1 << 18;

/** A problem at a position of the file. Whoever parses the file counts its lines up to there, in turns, and makes the error of it. */
export class BadPlace extends Error {
  constructor(
    readonly position: number,
    /** More exact than the line, such as a column, or empty. */
    readonly place: string,
    readonly text: string,
    /** For programs, where an option can repair it. */
    readonly problem?: CsvProblem,
  ) {
    super(text);
  }
}

/** The error that the user gets. */
export function* badCsv(input: CsvInput, { position, place, text, problem }: BadPlace): Turns<CambiumError> {
  const where = place === "" ? "" : `, ${place}`;
  const message = `${input.label}, line ${yield* lineAt(input.bytes, position)}${where}: ${text}`;
  return problem === undefined ? new CambiumError("bad-csv", message) : new CsvError(problem, message);
}

/** The line as an editor counts it, ends of line inside quotes included. Found only when an error needs it. */
function* lineAt(bytes: Uint8Array, position: number): Turns<number> {
  let line = 1;
  for (let start = 0; start < position; start += TURN_BYTES) {
    line += linesIn(bytes, start, Math.min(position, start + TURN_BYTES));
    yield;
  }
  return line;
}

function linesIn(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0;
  for (let i = start; i < end; i++) {
    if (bytes[i] === LINE_FEED || (bytes[i] === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED)) lines++;
  }
  return lines;
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
