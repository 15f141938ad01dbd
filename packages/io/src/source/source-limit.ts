import { CambiumError } from "@cambium/core";

/** Positions are kept in 32 bits, and Node reads no larger file in one piece. */
export const MAX_SOURCE_BYTES = 2 ** 31 - 1;

export function tooLarge(what: string, limit: number = MAX_SOURCE_BYTES): CambiumError {
  const repair = "split the file, or keep only the columns that you need";
  return new CambiumError("too-large", `${what} has more than the ${limit} bytes that can be read at once; ${repair}`);
}
