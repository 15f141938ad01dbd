import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const GENERATED = "src/generated/kernels-binary.ts";

/** Compiles the kernels in a copy of what they are made from, so that a check leaves the tree as it is. */
export function kernelsBinary(root) {
  const kernels = join(root, "packages/kernels");
  const copy = join(root, "node_modules/.cambium-kernels");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, "src/generated"), { recursive: true });
  try {
    for (const name of ["build-assembly.mjs", "package.json", "assembly"]) {
      cpSync(join(kernels, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(kernels, "node_modules"), join(copy, "node_modules"), "junction");
    const { status, stderr } = spawnSync(process.execPath, ["build-assembly.mjs"], { cwd: copy, encoding: "utf8" });
    if (status !== 0) throw new Error(`packages/kernels/build-assembly.mjs failed:\n${stderr}`);
    return [{ path: `packages/kernels/${GENERATED}`, text: readFileSync(join(copy, GENERATED), "utf8") }];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
