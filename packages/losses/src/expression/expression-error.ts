import { CambiumError } from "@cambium/core";

/** A place in an expression, from `start` up to `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An expression, and how an error calls it. */
export interface ExpressionSource {
  /** As `defineLoss: value`. */
  readonly label: string;
  readonly text: string;
}

/** Signs on either side of a place that are shown of a long expression. */
const SHOWN = 50;

/** An error with the expression, and a caret under the place that is wrong. */
export function expressionError(
  { label, text }: ExpressionSource,
  { start, end }: TextRange,
  what: string,
): CambiumError {
  const from = Math.max(0, start - SHOWN);
  const to = Math.min(text.length, Math.max(end, start + 1) + SHOWN);
  const [before, after] = [from === 0 ? "" : "…", to === text.length ? "" : "…"];
  // One sign a place, whatever stands there: else the caret would be under another.
  const shown = before + text.slice(from, to).replace(/[^ -~]/g, (sign) => ("×÷−".includes(sign) ? sign : "?")) + after;
  const carets = "^".repeat(Math.max(1, Math.min(end, to) - start));
  const line = `${" ".repeat(before.length + start - from)}${carets}`;
  return new CambiumError("bad-option", `${label}: ${what}\n  ${shown}\n  ${line}`);
}
