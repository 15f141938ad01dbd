import { plainText } from "@cambium/core";

/** No place in a plot or a text has room for more characters of a name. */
const MOST_CHARACTERS = 1000;

/** A name out of somebody's data as one harmless line, without the end of a very long one. */
export function shownName(name: unknown): string {
  const text = String(name);
  return text.length <= MOST_CHARACTERS ? plainText(text) : `${plainText(text.slice(0, MOST_CHARACTERS))}…`;
}
