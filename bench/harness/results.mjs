import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";

const STUDIES = "bench/results/studies";

/** What a reader must know of the machine, and nothing that tells one from another of its kind. */
export function describeMachine() {
  const cores = cpus();
  return {
    name: `${cores.length}-core-${arch() === "x64" ? "x86" : arch()}`,
    processor: cores[0].model.trim(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: platform(),
  };
}

/** Adds a measured case to the file of its day and machine; measured again, it takes the place of the earlier one. */
export function writeResult(root, { date, machine, name, result }) {
  const folder = join(root, "bench/results");
  const path = join(folder, `${date}-${machine.name}.json`);
  mkdirSync(folder, { recursive: true });
  const before = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).cases : {};
  const cases = Object.fromEntries(Object.entries({ ...before, [name]: result }).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${textOf({ date, machine, cases })}\n`);
}

/** The newest result of each case, with its date and machine. */
export function newestResults(root) {
  const folder = join(root, "bench/results");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
  const newest = new Map();
  for (const file of files.sort()) {
    const { date, machine, cases } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [name, result] of Object.entries(cases)) newest.set(name, { date, machine, ...result });
  }
  return newest;
}

/** What came out of a study takes the place of what did before: a file a study, apart from those of the cases. */
export function writeStudy(root, name, result) {
  const folder = join(root, STUDIES);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${textOf(result)}\n`);
}

/** What came out of a study, or undefined if it was never run. */
export function readStudy(root, name) {
  const path = join(root, STUDIES, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

/** JSON with a line a turn, so that a difference between two runs can be read. */
function textOf(value) {
  const turns = [];
  const outline = JSON.stringify(
    value,
    (key, part) => {
      if (key !== "turns") return part;
      turns.push(part);
      return `@turns ${turns.length - 1}`;
    },
    2,
  );
  return outline.replace(/^( *)"turns": "@turns (\d+)"/gm, (_, indent, at) => {
    const lines = turns[Number(at)].map((turn) => `${indent}  ${JSON.stringify(turn)}`);
    return `${indent}"turns": [\n${lines.join(",\n")}\n${indent}]`;
  });
}
