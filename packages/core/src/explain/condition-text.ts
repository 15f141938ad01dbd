import type { Condition } from "../tree/condition.ts";

/** `3 < length ≤ 5`, `(colour is red or missing)`; numbers with every digit. */
export function conditionText(condition: Condition): string {
  const name = plainName(condition.feature);
  const present = condition.kind === "interval" ? intervalText(name, condition) : listText(name, condition.categories);
  if (!condition.missing) return present ?? `${name} has no possible value`;
  return present === null ? `${name} is missing` : `(${present} or missing)`;
}

/** A name out of somebody's data as one harmless line: without line breaks, escapes and marks of direction. */
export function plainName(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, " ").trim();
}

/** null where no value is in the interval. */
function intervalText(name: string, { above, atMost }: Extract<Condition, { kind: "interval" }>): string | null {
  if (above === Infinity || (above !== null && atMost !== null && above >= atMost)) return null;
  const bound = atMost === Infinity ? null : atMost;
  if (above === null) return bound === null ? `${name} has a value` : `${name} ≤ ${bound}`;
  return bound === null ? `${name} > ${above}` : `${above} < ${name} ≤ ${bound}`;
}

function listText(name: string, categories: readonly string[]): string | null {
  if (categories.length === 0) return null;
  const names = categories.map(plainName);
  return names.length === 1 ? `${name} is ${names[0]}` : `${name} in {${names.join(", ")}}`;
}
