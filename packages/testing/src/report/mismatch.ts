/** A law that does not hold: where it was tried, what it demands there, and what the plug-in did. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";

  constructor(where: string, expected: string, came: unknown) {
    super(`${where}: expected ${expected}, came ${typeof came === "string" ? came : show(came)}`);
  }
}

/** A value as a failure shows it: arrays by their first numbers. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const items = Array.from(value as ArrayLike<unknown>);
    const shown = items.slice(0, 8).map(show).join(", ");
    return `[${shown}${items.length > 8 ? `, … ${items.length} in all` : ""}]`;
  }
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}
