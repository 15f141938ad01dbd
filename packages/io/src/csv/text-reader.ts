import { BadPlace, type CsvInput } from "./csv-input.ts";

const CACHE_SLOTS = 4096;
const MULTIPLIER = 0x01000193;

/**
 * Makes strings of fields. A text column mostly repeats a few values, so a small cache hands out the string that was made
 * for the same bytes before. The cache only ever forgets: a file built to collide in it costs time per field, no more.
 */
export class TextReader {
  readonly #input: CsvInput;
  // Keeps a U+FEFF within the file: only the one at its start is a byte order mark.
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #starts = new Uint32Array(CACHE_SLOTS);
  readonly #lengths = new Uint32Array(CACHE_SLOTS);
  readonly #texts = new Array<string>(CACHE_SLOTS).fill("");

  constructor(input: CsvInput) {
    this.#input = input;
  }

  /** The text between two positions that lie inside the quotes, if there are any. `place` is for the message. */
  read(start: number, end: number, place: string): string {
    const { bytes } = this.#input;
    const length = end - start;
    let hash = length;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i], MULTIPLIER);
    const slot = (hash ^ (hash >>> 15)) & (CACHE_SLOTS - 1);
    if (this.#lengths[slot] === length && sameBytes(bytes, this.#starts[slot], start, length)) return this.#texts[slot];

    const text = this.#decode(start, end, place);
    this.#starts[slot] = start;
    this.#lengths[slot] = length;
    this.#texts[slot] = text;
    return text;
  }

  #decode(start: number, end: number, place: string): string {
    const field = this.#input.bytes.subarray(start, end);
    let text: string;
    try {
      text = this.#decoder.decode(field);
    } catch {
      const shown = JSON.stringify(new TextDecoder().decode(field.subarray(0, 40)));
      const repair =
        'save the file as UTF-8, or decode it first: parseCsv(new TextDecoder("windows-1252").decode(bytes))';
      const problem = `expected UTF-8, got bytes that are not (${shown}); ${repair}`;
      throw new BadPlace(start, place, problem, { kind: "encoding", likely: "windows-1252" });
    }
    return text.includes('"') ? text.replaceAll('""', '"') : text;
  }
}

function sameBytes(bytes: Uint8Array, a: number, b: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[a + i] !== bytes[b + i]) return false;
  return true;
}
