import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

// What needs more than Node: python3 with venv, and a network for the peers' packages. It fails where one is missing.
const STEPS = [{ name: "the peers say today what their fixtures say", command: "fixtures/regenerate.mjs" }];

const root = fileURLToPath(new URL("..", import.meta.url));
let failed = 0;
for (const { name, command } of STEPS) {
  const { status } = spawnSync(process.execPath, [command], { cwd: root, stdio: "inherit" });
  if (status !== 0) failed++;
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name} (${command})`);
}
console.log(`deep: ${STEPS.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
