import { fileURLToPath } from "node:url";
import { runTool } from "./run-tool.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs tasks of turbo.json, two at a time, showing the output of those that fail. */
export function runTurbo(tasks, flags = [], environment = {}) {
  const args = ["run", ...tasks, ...flags, "--concurrency=2", "--output-logs=errors-only", "--log-prefix=none"];
  const silence = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" };
  return runTool("turbo", "turbo", args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...silence, ...environment },
  });
}
