import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/**
 * Runs the command-line program `name` of one of the root's packages, as `spawnSync` does. It is given to Node by
 * path, so that no PATH and no shell, which differ between systems, has a say.
 */
export function runTool(packageName, name, args, options) {
  const { bin } = JSON.parse(readFileSync(join(modules, packageName, "package.json"), "utf8"));
  return runNode(join(modules, packageName, typeof bin === "string" ? bin : bin[name]), args, options);
}

/** Runs a script in a Node of its own. */
export function runNode(script, args = [], options = {}) {
  return spawnSync(process.execPath, [script, ...args], { encoding: "utf8", ...options });
}
