import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const docs = join(root, "docs");

/**
 * Runs TypeScript, a file's or a piece of code, on the sources of the packages in a Node of its own, as `spawnSync` does.
 * The oldest Node that we support cannot read TypeScript, and no example should have to wait for a build. Wherever the
 * file lies, it can import what the docs import: `cambium` and its parts. Paths that it reads start at the root.
 *
 * @param {{ path?: string, code?: string, args?: readonly string[] }} source
 * @param {import("node:child_process").SpawnSyncOptions} options
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
export async function runTypeScript({ path, code, args = [] }, options = {}) {
  const { outputFiles } = await build({
    ...(code === undefined ? { entryPoints: [path] } : { stdin: { contents: code, resolveDir: docs, loader: "ts" } }),
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "inline",
    conditions: ["@cambium/source"],
    nodePaths: [join(docs, "node_modules")],
    logLevel: "silent",
  });
  const folder = mkdtempSync(join(tmpdir(), "cambium-run-"));
  try {
    // A file, which a program can start a worker from.
    const file = join(folder, "program.mjs");
    writeFileSync(file, outputFiles[0].text);
    return spawnSync(process.execPath, ["--enable-source-maps", file, ...args], {
      cwd: root,
      encoding: "utf8",
      ...options,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * The value that a piece of TypeScript writes to the console as JSON.
 *
 * @param {string} code
 */
export async function valueOfTypeScript(code) {
  const { status, stdout, stderr } = await runTypeScript({ code }, { maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`this code failed:\n${code}\n${stderr}`);
  return JSON.parse(stdout);
}
