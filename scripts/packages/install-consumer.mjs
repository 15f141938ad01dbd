import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runTool } from "../run-tool.mjs";

const consumers = fileURLToPath(new URL("consumers", import.meta.url));
/** Small programs as users write them, which the package compiles and runs on its sources. */
const typePrograms = fileURLToPath(new URL("../../packages/cambium/test/types", import.meta.url));

/**
 * An empty project in `folder` that has the tarballs, the programs of consumers/ and the typed programs of the package's tests.
 * No registry is asked: what a package needs must be among the tarballs. pnpm lets each package see only what it lists itself.
 */
export function installConsumer(packages, folder) {
  const project = join(folder, "project");
  cpSync(consumers, project, { recursive: true });
  cpSync(typePrograms, join(project, "types"), { recursive: true });
  const dependencies = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  write(project, "package.json", { private: true, type: "module", dependencies, pnpm: { overrides: dependencies } });
  for (const [moduleResolution, module] of [
    ["nodenext", "nodenext"],
    ["bundler", "preserve"],
  ]) {
    const lib = ["ES2022", "DOM"];
    const compilerOptions = {
      module,
      moduleResolution,
      lib,
      target: "ES2022",
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
    };
    write(project, `tsconfig.${moduleResolution}.json`, { compilerOptions, include: ["use.ts", "types/*.ts"] });
  }
  const { status, stdout, stderr } = runTool("pnpm", "pnpm", ["install", "--offline", "--ignore-scripts"], {
    cwd: project,
  });
  if (status !== 0) throw new Error(`the tarballs could not be installed:\n${stdout}${stderr}`);
  return project;
}

function write(project, name, value) {
  writeFileSync(join(project, name), JSON.stringify(value, null, 2));
}
