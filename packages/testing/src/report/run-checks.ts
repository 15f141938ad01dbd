import { Mismatch } from "./mismatch.ts";
import type { CheckResult, Report } from "./report.ts";

/** One law of a kit. */
export interface Check {
  /** The law, as a sentence without a full stop. */
  readonly law: string;
  /** Which part of the plug-in decides it, and the usual mistake. */
  readonly lookAt: string;
  /** Throws a `Mismatch` where the law does not hold; any other error counts as one too. */
  run(): void | Promise<void>;
}

/** Tries every law, whatever came of those before it. */
export async function runChecks(subject: string, checks: readonly Check[]): Promise<Report> {
  const results: CheckResult[] = [];
  for (const { law, lookAt, run } of checks) {
    try {
      await run();
      results.push({ law, passed: true, failure: null });
    } catch (error) {
      results.push({ law, passed: false, failure: `${describeFailure(error)}\nlook at ${lookAt}` });
    }
  }
  const held = results.filter((result) => result.passed).length;
  return {
    subject,
    passed: held === results.length,
    results,
    toString: () => [`${subject}: ${held} of ${results.length} laws hold`, ...results.map(lineOf)].join("\n"),
  };
}

function describeFailure(error: unknown): string {
  if (error instanceof Mismatch) return error.message;
  if (!(error instanceof Error)) return `expected no error, came ${String(error)}`;
  const place = error.stack?.split("\n").find((line) => /:\d+:\d+\)?$/.test(line));
  return `expected no error, came ${error.name}: ${error.message}${place === undefined ? "" : ` (${place.trim()})`}`;
}

function lineOf({ law, failure }: CheckResult): string {
  return failure === null ? `  ✓ ${law}` : `  ✗ ${law}\n      ${failure.replaceAll("\n", "\n      ")}`;
}
