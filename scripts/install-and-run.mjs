import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const stamp = join(modules, ".cambium-install");

/** Makes the installed packages match the lockfile, then runs scripts/<name>.mjs and exits as it does. */
export async function installAndRun(name, args) {
  const script = join(root, "scripts", `${name}.mjs`);
  if (!existsSync(script)) return fail(`there is no script "${name}" in scripts/.`);

  const problem = whyNotWritable(root);
  if (problem)
    return fail(`cannot write to ${root} (${problem}); clone the repository into a folder that you can write to.`);

  const environment = runEnvironment();
  if (!isInstalled() && !install(environment)) return;
  await runToItsEnd(script, args, environment);
}

/** Ctrl-C reaches the script from the terminal as well: it is given a moment before it is told again. */
async function runToItsEnd(script, args, env) {
  const child = spawn(process.execPath, [script, ...args], { stdio: "inherit", env });
  process.on("SIGINT", () => setTimeout(() => child.kill("SIGINT"), 500).unref());
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [status] = await once(child, "exit");
  process.exitCode = status ?? 1;
}

/** Files lock the packages, and compiled packages fit one version of Node. */
function installKey() {
  const lockfile = readFileSync(join(root, "pnpm-lock.yaml"));
  return `${createHash("sha256").update(lockfile).digest("hex")} ${process.version}`;
}

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === installKey();
}

function install(environment) {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  rmSync(stamp, { force: true });
  console.log(`cambium: installing the packages of pnpm-lock.yaml with ${packageManager}`);
  const { status } = spawnSync(
    "npx",
    [
      "--yes",
      packageManager,
      "install",
      "--frozen-lockfile",
      "--prefer-offline",
      "--config.confirm-modules-purge=false",
    ],
    // Windows starts npx.cmd only through a shell; no argument here needs quoting.
    { cwd: root, stdio: "inherit", env: environment, shell: process.platform === "win32" },
  );
  if (status !== 0) {
    fail(
      "the install failed (its reason stands above). The first one needs npm and a network; repair that, and run this again.",
    );
    return false;
  }
  writeFileSync(stamp, installKey());
  return true;
}

/** The installed tools first on the PATH, and a home that can be written to, which npm and pnpm insist on. */
function runEnvironment() {
  const environment = { ...process.env };
  const pathName = Object.keys(environment).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  environment[pathName] = [join(modules, ".bin"), environment[pathName]].join(delimiter);
  if (whyNotWritable(homedir())) {
    const home = join(modules, ".home");
    mkdirSync(home, { recursive: true });
    // `npm test` hands its own cache folder, inside the old home, down to us.
    Object.assign(environment, { HOME: home, USERPROFILE: home, npm_config_cache: join(home, ".npm") });
  }
  return environment;
}

/** By trying it: permission bits tell little to root, on Windows, and on a file system mounted read-only. */
function whyNotWritable(folder) {
  try {
    rmSync(mkdtempSync(join(folder, ".cambium-")), { recursive: true });
    return null;
  } catch (error) {
    return error.code;
  }
}

function fail(message) {
  console.error(`cambium: ${message}`);
  process.exitCode = 1;
}
