import type { Condition } from "../tree/condition.ts";
import { plainText } from "../util/plain-text.ts";

/** How numbers and lists are written. */
export interface ConditionStyle {
  readonly number: (value: number) => string;
  /** Longer lists of names end in a count. */
  readonly mostNames: number;
}

const everyDigit: ConditionStyle = { number: String, mostNames: Number.POSITIVE_INFINITY };

/** `3 < length ≤ 5`, `(colour is red or missing)`; numbers with every digit. */
export function conditionText(condition: Condition): string {
  const name = plainText(condition.feature);
  const present = presentText(condition);
  if (!condition.missing) return present ?? `${name} has no possible value`;
  return present === null ? `${name} is missing` : `(${present} or missing)`;
}

/** What a condition says of rows that have a value; null where none of them meets it. */
export function presentText(condition: Condition, style: ConditionStyle = everyDigit): string | null {
  const name = plainText(condition.feature);
  if (condition.kind === "interval") return intervalText(name, condition, style.number);
  const { categories, omitted } = condition;
  if (omitted !== undefined) return `${name} is one of ${omitted} categories`;
  return categories.length === 0 ? null : `${name} ${namesText(categories.map(plainText), style.mostNames)}`;
}

/** "is Dream", "in {Biscoe, Dream}"; of no names "has no value". */
export function namesText(names: readonly string[], most = everyDigit.mostNames): string {
  if (names.length === 0) return "has no value";
  if (names.length === 1) return `is ${names[0]}`;
  const shown = names.slice(0, most).join(", ");
  return names.length <= most ? `in {${shown}}` : `in {${shown} and ${names.length - most} more}`;
}

/** null where no value is in the interval. */
function intervalText(
  name: string,
  { above, atMost }: Extract<Condition, { kind: "interval" }>,
  text: ConditionStyle["number"],
): string | null {
  if (above === Infinity || (above !== null && atMost !== null && above >= atMost)) return null;
  const bound = atMost === Infinity ? null : atMost;
  if (above === null) return bound === null ? `${name} has a value` : `${name} ≤ ${text(bound)}`;
  return bound === null ? `${name} > ${text(above)}` : `${text(above)} < ${name} ≤ ${text(bound)}`;
}
