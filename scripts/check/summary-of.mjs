import { stripVTControlCharacters } from "node:util";

/**
 * A line for each check, and the sum of what passed and failed: tests where the check is a test runner, else the
 * check itself. `tasks` are those of turbo's run summary; `readLog` gives the log of a task by its path.
 */
export function summaryOf(tasks, readLog) {
  const checks = new Map();
  const total = { passed: 0, failed: 0 };
  for (const task of tasks.filter(({ command }) => command !== "<NONEXISTENT>")) {
    const { passed, failed } = countsOf(task, readLog);
    total.passed += passed;
    total.failed += failed;
    const check = checks.get(task.task) ?? { runs: 0, cached: 0, seconds: 0, passed: 0, failed: 0, bad: [] };
    checks.set(task.task, {
      runs: check.runs + 1,
      cached: check.cached + (task.cache.status === "HIT" ? 1 : 0),
      seconds: check.seconds + secondsOf(task),
      passed: check.passed + passed,
      failed: check.failed + failed,
      bad: failed > 0 ? [...check.bad, task.package] : check.bad,
    });
  }
  return { ...total, lines: [...checks].map(lineOf) };
}

function lineOf([name, { runs, cached, seconds, passed, failed, bad }]) {
  const result = failed === 0 ? "ok" : "FAILED";
  const cells = [name.padEnd(10), result.padEnd(6), `${seconds.toFixed(1)} s`.padStart(7), `${passed}`.padStart(6)];
  const notes = [cached > 0 ? `${cached} of ${runs} as before` : "", bad.length > 0 ? `in ${bad.join(", ")}` : ""];
  return [...cells, "passed", ...notes.filter(Boolean)].join(" ").trimEnd();
}

function secondsOf({ execution }) {
  return execution ? (execution.endTime - execution.startTime) / 1000 : 0;
}

function countsOf(task, readLog) {
  const isOk = task.execution?.exitCode === 0;
  // A task that could not start, because one that it waits for failed, has no log.
  const tests = task.execution ? testsIn(readLog(task.logFile)) : [];
  const sum = (word) =>
    tests.reduce((total, line) => total + Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0), 0);
  const [passed, failed] = [sum("passed"), sum("failed")];
  const isRunner = task.command.includes("vitest") || tests.length > 0;
  if (!isRunner) return isOk ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  // A runner that says it is well but ran nothing, and one that is ill without a failed test, both count as failed.
  const isSound = isOk ? passed > 0 : failed > 0;
  return { passed, failed: isSound ? failed : failed + 1 };
}

/** Vitest's line "Tests  1 failed | 2 passed (3)", and the closing line "2 passed, 1 failed" of our own scripts. */
function testsIn(log) {
  const lines = stripVTControlCharacters(log).split("\n");
  return lines.filter((line) => /^\s*(Tests\s+\d|\d+ passed, \d+ failed$)/.test(line));
}
