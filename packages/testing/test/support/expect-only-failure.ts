import { expect } from "vitest";
import type { Report } from "../../src/index.ts";

/** The broken plug-in fails the law that it was broken for, and keeps all others. */
export function expectOnlyFailure(report: Report, law: string, besides: readonly string[] = []): void {
  const failed = report.results.filter((result) => !result.passed).map((result) => result.law);
  expect(failed, report.toString()).toEqual([law, ...besides]);
}

/** Every law that a kit has, over the reports of all that it was tried on, is broken by one of the examples. */
export function expectAllBroken(reports: readonly Report[], broken: readonly string[]): void {
  const laws = new Set(reports.flatMap((report) => report.results.map((result) => result.law)));
  expect([...broken].sort()).toEqual([...laws].sort());
}
