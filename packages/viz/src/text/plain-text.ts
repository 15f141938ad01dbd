/** Line breaks, terminal escapes, and the marks that turn the direction of writing: all of them can disguise text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** A name out of somebody's data as one harmless line. What is data stays data: nothing else is changed. */
export function plainText(name: unknown): string {
  return String(name).replace(UNSAFE, " ").trim();
}
