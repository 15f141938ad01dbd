/** All of a plain value as text, numbers to the bit, so that two can be compared and a change in place is seen. */
export function fingerprint(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    return `[${Array.from(value as ArrayLike<unknown>, fingerprint).join(",")}]`;
  }
  return `{${Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${fingerprint(part)}`)}}`;
}
