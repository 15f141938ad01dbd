/** A name out of somebody's data as one harmless line: without line breaks, escapes and marks of direction. All else stays. */
export function plainText(name: unknown): string {
  return String(name)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ")
    .trim();
}
