/** JSON in ASCII, padded with spaces to a multiple of 8 characters. */
export function toAsciiJson(value: unknown): string {
  const ascii = JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return ascii.padEnd(padTo8(ascii.length), " ");
}

export function readAscii(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) parts.push(String.fromCharCode(...bytes.subarray(at, at + 4096)));
  return parts.join("");
}

/** The next multiple of 8. */
export function padTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
