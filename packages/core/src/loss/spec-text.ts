import type { LossSpec } from "./loss.ts";

/** A spec as text, the same for specs that say the same in whatever order. */
export function specText(spec: LossSpec | null): string {
  if (spec === null) return "null";
  const { name, parameters, portable } = spec;
  const inOrder = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ name, parameters: Object.fromEntries(inOrder), portable });
}
