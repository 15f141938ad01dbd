import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations } from "./imports/find-violations.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = ["docs/examples", ...partsOf("packages"), ...partsOf("apps")];
const files = new Map(folders.flatMap(sourcesUnder).map((path) => [path, readFileSync(join(root, path), "utf8")]));

const violations = findViolations(files);
for (const violation of violations) console.error(violation);
console.log(`${files.size} files: ${violations.length} broken rules of import`);
process.exitCode = violations.length === 0 ? 0 : 1;

function partsOf(room) {
  const names = existsSync(join(root, room)) ? readdirSync(join(root, room)) : [];
  return names.flatMap((name) => [`${room}/${name}/src`, `${room}/${name}/test`]);
}

function sourcesUnder(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path.split(sep).join("/")}`);
}
