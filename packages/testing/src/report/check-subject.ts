import { CambiumError, isPromise } from "@cambium/core";

/** What a kit tries, in words and by the parts that it must have. */
export interface SubjectShape {
  /** The function that was called. */
  readonly kit: string;
  /** `a loss, as squaredError() gives`. */
  readonly expected: string;
  readonly parts: Readonly<Record<string, "function" | "number" | "object" | "string">>;
}

/** Refuses what is not the thing that a kit tries: a report in which every law is broken would hide the one mistake. */
export function checkSubject(subject: unknown, { kit, expected, parts }: SubjectShape): void {
  const came = problemOf(subject, parts);
  if (came !== null) throw new CambiumError("bad-option", `${kit} expects ${expected}, got ${came}`);
}

function problemOf(subject: unknown, parts: SubjectShape["parts"]): string | null {
  if (subject === null || subject === undefined) return String(subject);
  if (typeof subject === "function") return "a function; call it, and pass what it returns";
  if (typeof subject !== "object") return `a ${typeof subject}`;
  if (isPromise(subject)) return "a promise; await it first";
  const given = subject as Readonly<Record<string, unknown>>;
  const missing = Object.keys(parts).filter((name) => typeof given[name] !== parts[name] || given[name] === null);
  return missing.length === 0 ? null : `an object without ${missing.map((name) => `\`${name}\``).join(", ")}`;
}
