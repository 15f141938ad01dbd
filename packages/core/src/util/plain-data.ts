import { isMap, isTypedArray, pairsOf } from "./other-realms.ts";

/** A value as JSON has it. What JSON has no word for, such as no limit, is null. */
export type PlainData =
  | null
  | boolean
  | number
  | string
  | readonly PlainData[]
  | { readonly [name: string]: PlainData };

/** Deeper than any option. What lies deeper, or contains itself, is left out. */
const DEEPEST = 8;

/**
 * A value as plain data. A loss is its `spec`; what else has functions, such as a metric or a pruning strategy, is its name.
 * Infinity is null: JSON has no such number.
 */
export function plainData(value: unknown, depth = 0): PlainData {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "function") return value.name;
  if (typeof value !== "object" || value === null || depth > DEEPEST) return null;
  return objectData(value, (part) => plainData(part, depth + 1));
}

function objectData(value: object, inside: (part: unknown) => PlainData): PlainData {
  if (isMap(value)) return pairsOf(value).map(([key, part]) => [inside(key), inside(part)]);
  if (Array.isArray(value) || isTypedArray(value)) return Array.from<unknown, PlainData>(value, inside);
  const { spec, name } = value as { readonly spec?: unknown; readonly name?: unknown };
  if (typeof spec === "object" && spec !== null) return inside(spec);
  const parts = Object.entries(value);
  if (parts.some(([, part]) => typeof part === "function")) return typeof name === "string" ? name : null;
  return Object.fromEntries(parts.map(([key, part]) => [key, inside(part)]));
}
