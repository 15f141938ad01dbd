import { CambiumError, type CambiumErrorCode } from "../util/cambium-error.ts";

/*
 * The container of every binary file: models (and so checkpoints) and datasets.
 *
 *   0   the magic: four ASCII letters that name the kind of file
 *   4   the format of the container, u32: 2
 *   8   the length of the whole file in bytes, u64
 *   16  the sections, one after the other:
 *         0   the tag: four ASCII letters
 *         4   the version of the section, u32
 *         8   the length of its contents in bytes, u64, a multiple of 8
 *         16  the contents
 *   …   the CRC-32 of all bytes before it, u32
 *
 * All numbers are little-endian. Each kind of file lists the sections that it may have. They stand in the order of that list, each
 * at most once, and one that a file does not need is not there. So a new section changes no byte of the files that do without it,
 * and a reader that does not know the section refuses the file.
 */
export const FILE_FORMAT = 2;
export const PREAMBLE_BYTES = 16;
export const SECTION_HEADER_BYTES = 16;
export const CHECKSUM_BYTES = 4;

/** A kind of file, and its sections. */
export interface FileKind {
  readonly magic: string;
  /** What messages call it. */
  readonly noun: string;
  /** The function that reads it. */
  readonly reader: string;
  readonly bad: CambiumErrorCode;
  readonly newer: CambiumErrorCode;
  /** How to make a file of the present format from one of format 1. */
  readonly remake: string;
  /** The sections by tag, in their order, and the newest version of each that this version of Cambium reads. */
  readonly sections: Readonly<Record<string, number>>;
}

/** The file holds what no writer writes. Files come from outside, so this is no mistake of the program. */
export function damagedFile({ bad, noun }: FileKind, what: string): CambiumError {
  return new CambiumError(bad, `the ${noun} is damaged: ${what}; copy or save it again`);
}

/** A later version of Cambium wrote the file. */
export function newerFile({ newer, noun }: FileKind, what: string, known: string): CambiumError {
  return new CambiumError(newer, `the ${noun} has ${what}, and this version of Cambium ${known}; upgrade cambium`);
}
