import type { ByteSource } from "./byte-source.ts";

/** How messages call a source: by the name that the caller gave it, when it has one. */
export function sourceLabel(source: ByteSource): string {
  if (typeof source === "string") return JSON.stringify(source);
  if ("href" in source) return JSON.stringify(source.href);
  const { name } = source as { readonly name?: unknown };
  return typeof name === "string" ? JSON.stringify(name) : "the CSV";
}
