import type { Condition } from "../../src/index.ts";

/** Whether a row with this value meets the condition; null is missing. */
export function holds(condition: Condition, value: number | string | null): boolean {
  if (value === null) return condition.missing;
  if (condition.kind === "categories") return condition.categories.some((category) => category === value);
  const { above, atMost } = condition;
  return (above === null || Number(value) > above) && (atMost === null || Number(value) <= atMost);
}
