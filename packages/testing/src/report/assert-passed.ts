import type { Report } from "./report.ts";

/** Throws the report as the message of an error unless every law holds: the one line that any test runner needs. */
export function assertPassed(report: Report): void {
  if (!report.passed) throw new Error(report.toString());
}
