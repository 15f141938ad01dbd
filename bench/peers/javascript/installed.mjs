import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Where the bench has installed the peers: apart from the packages of this repository, which want none of them. */
const folder = process.env.CAMBIUM_BENCH_MODULES;

/** A peer, loaded from there. */
export function installed(name) {
  return createRequire(join(folder, "package.json"))(name);
}

export function versionOf(name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** What all of them learn from: an array per row. */
export function rowsOf({ columns, y }) {
  return { x: Array.from(y, (_, row) => columns.map((column) => column[row])), y: Array.from(y) };
}
