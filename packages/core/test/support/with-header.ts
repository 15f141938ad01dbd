/** The bytes of a model with another header before the same arrays: `edit` gets it as JSON text. */
export function withHeader(bytes: Uint8Array, edit: (json: string) => string): Uint8Array<ArrayBuffer> {
  const end = 16 + new DataView(bytes.buffer).getUint32(8, true);
  const json = edit(new TextDecoder().decode(bytes.subarray(16, end)).trimEnd());
  const header = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 8) * 8, " "));
  const out = new Uint8Array(16 + header.length + bytes.length - end);
  out.set(bytes.subarray(0, 16));
  new DataView(out.buffer).setUint32(8, header.length, true);
  out.set(header, 16);
  out.set(bytes.subarray(end), 16 + header.length);
  return out;
}
