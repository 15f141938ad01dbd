/** What somebody threw, as a message shows it. An error of a frame or of `vm` is none by `instanceof`, and some values have no text. */
export function reasonText(reason: unknown): string {
  try {
    const { message } = Object(reason) as { readonly message?: unknown };
    return typeof message === "string" ? message : String(reason);
  } catch {
    return `a thrown ${typeof reason} without a text`;
  }
}
