const SHOWN_CHARACTERS = 60;

/** Text from a file, as a message shows it: quoted, control characters escaped, and short. */
export function quoteName(text: string): string {
  return JSON.stringify(isShort(text) ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`);
}

export function isShort(text: string): boolean {
  return text.length <= SHOWN_CHARACTERS;
}
