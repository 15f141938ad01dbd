import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations } from "./imports/find-violations.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const OURS = /^(docs\/examples|(packages|apps)\/[^/]+\/(src|test))\/.*\.ts$/;
const paths = ["docs", "packages", "apps"].flatMap(pathsUnder).filter((path) => OURS.test(path));

const violations = findViolations(new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")])));
for (const violation of violations) console.error(violation);
console.log(`${paths.length} files: ${violations.length} broken rules of import`);
process.exitCode = violations.length === 0 ? 0 : 1;

function pathsUnder(room) {
  const paths = readdirSync(join(root, room), { recursive: true });
  return paths.map((path) => `${room}/${path.split(sep).join("/")}`);
}
