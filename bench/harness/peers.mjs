import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "../../scripts/find-chromium.mjs";

const here = fileURLToPath(new URL("../peers/", import.meta.url));
const isWindows = process.platform === "win32";

/** What starts a turn of each peer, once `prepare` has made it ready in a folder or said in a sentence why it can not. */
const PEERS = {
  cambium: { prepare: () => ({ command: process.execPath, args: [join(here, "cambium.mjs")] }) },
  "cambium-waits": {
    prepare: () => ({ command: process.execPath, args: ["--expose-gc", join(here, "cambium-waits.mjs")] }),
  },
  "cambium-chromium": { prepare: prepareChromium },
  "scikit-learn": { prepare: (folder) => preparePython(folder, "python", "requirements.txt", ["scikit_learn.py"]) },
  xgboost: { prepare: (folder) => prepareBooster(folder, "xgboost") },
  lightgbm: { prepare: (folder) => prepareBooster(folder, "lightgbm") },
  catboost: { prepare: (folder) => prepareBooster(folder, "catboost") },
  "own-defaults-cambium": { prepare: () => ({ command: process.execPath, args: [join(here, "own-defaults.mjs")] }) },
  "own-defaults-xgboost": { prepare: (folder) => prepareOwnDefaults(folder, "xgboost") },
  "own-defaults-lightgbm": { prepare: (folder) => prepareOwnDefaults(folder, "lightgbm") },
  "own-defaults-catboost": { prepare: (folder) => prepareOwnDefaults(folder, "catboost") },
  "own-defaults-scikit-learn": { prepare: (folder) => prepareOwnDefaults(folder, "scikit-learn") },
  "defaults-cambium": { prepare: () => ({ command: process.execPath, args: [join(here, "first-fit.mjs")] }) },
  "defaults-xgboost": { prepare: (folder) => prepareFirstFit(folder, "xgboost") },
  "defaults-lightgbm": { prepare: (folder) => prepareFirstFit(folder, "lightgbm") },
  "defaults-scikit-learn": { prepare: (folder) => prepareFirstFit(folder, "scikit-learn") },
  ranger: { prepare: () => prepareR("ranger") },
  rpart: { prepare: () => prepareR("rpart") },
  "ml-cart": { prepare: (folder) => prepareJavaScript(folder, "ml-cart") },
  "ml-random-forest": { prepare: (folder) => prepareJavaScript(folder, "ml-random-forest") },
  "random-forest": { prepare: (folder) => prepareJavaScript(folder, "random-forest") },
  scikitjs: { prepare: (folder) => prepareJavaScript(folder, "scikitjs") },
};

/**
 * Makes peers ready; installs what they need under `folder`, where a later run finds it.
 *
 * @returns {Map<string, { command: string, args: string[], env?: object, requirements?: string } | { absent: string }>}
 */
export function preparePeers(names, folder) {
  mkdirSync(folder, { recursive: true });
  return new Map([...new Set(names)].map((name) => [name, PEERS[name].prepare(folder)]));
}

function prepareChromium() {
  const chromium = findChromium();
  if (chromium === null) return { absent: "there is no Chromium (CHROME_PATH names one)" };
  return { command: process.execPath, args: [join(here, "cambium-chromium.mjs")], env: { CHROME_PATH: chromium } };
}

function prepareBooster(folder, name) {
  return preparePython(folder, "boosters", "requirements-boosters.txt", ["boosters.py", name]);
}

function prepareOwnDefaults(folder, name) {
  return preparePython(folder, "boosters", "requirements-boosters.txt", ["own_defaults.py", name]);
}

/** The program imports another one that stands beside it, and Python would leave a compiled copy of that in the repository. */
function prepareFirstFit(folder, name) {
  const runner = preparePython(folder, "boosters", "requirements-boosters.txt", ["first_fit.py", name]);
  return { ...runner, env: { PYTHONDONTWRITEBYTECODE: "1" } };
}

function preparePython(folder, name, requirementsFile, [program, ...args]) {
  const python = isWindows ? "python" : "python3";
  const environment = join(folder, name);
  const own = join(environment, isWindows ? "Scripts" : "bin", python);
  const requirements = join(here, requirementsFile);
  const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r", requirements];
  const problem = once(environment, [requirements], () => {
    if (fails(python, ["-m", "venv", "--clear", environment])) return "there is no python3 with venv";
    return fails(own, install) ? "pip could not install it" : null;
  });
  return problem ? { absent: problem } : { command: own, args: [join(here, program), ...args], requirements };
}

function prepareR(name) {
  const wanted = `stopifnot(requireNamespace("jsonlite", quietly = TRUE), requireNamespace("${name}", quietly = TRUE))`;
  if (fails("Rscript", ["-e", wanted])) return { absent: `there is no R with ${name} and jsonlite` };
  return { command: "Rscript", args: [join(here, "ranger_rpart.R")] };
}

function prepareJavaScript(folder, name) {
  const modules = join(folder, "javascript");
  const manifests = ["package.json", "package-lock.json"].map((file) => join(here, "javascript", file));
  // The scripts of these packages download more, and one of them builds a web site; none is needed.
  const install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", modules];
  const problem = once(modules, manifests, () => {
    mkdirSync(modules, { recursive: true });
    for (const manifest of manifests)
      copyFileSync(manifest, join(modules, manifest.slice(manifest.search(/package[^/\\]*$/))));
    return fails("npm", install, { shell: isWindows }) ? "npm could not install it" : null;
  });
  if (problem) return { absent: problem };
  const args = [join(here, "javascript", `${name}.mjs`)];
  return { command: process.execPath, args, env: { CAMBIUM_BENCH_MODULES: modules } };
}

/** Installs into a folder unless an earlier run did, from files that say the same today. */
function once(folder, files, install) {
  const stamp = join(folder, ".cambium-bench");
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const key = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === key) return null;
  const problem = install();
  if (problem === null) writeFileSync(stamp, key);
  return problem;
}

function fails(command, args, options = {}) {
  const { error, status } = spawnSync(command, args, { stdio: "ignore", ...options });
  return error !== undefined || status !== 0;
}
