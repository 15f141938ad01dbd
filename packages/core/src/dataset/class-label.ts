import { byCodePoint } from "./encode-column.ts";
import type { ClassLabel } from "./target.ts";

/** A value as the label of a class; null for what is none. A bigint is a number where a number holds it exactly. */
export function classLabelOf(value: unknown): ClassLabel | null {
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  return null;
}

/** Booleans, then numbers by value, then text by code point. */
export function compareLabels(a: ClassLabel, b: ClassLabel): number {
  if (typeof a === "string" && typeof b === "string") return byCodePoint(a, b);
  if (typeof a === typeof b) return Number(a) - Number(b);
  const order = ["boolean", "number", "string"];
  return order.indexOf(typeof a) - order.indexOf(typeof b);
}
