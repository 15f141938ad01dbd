import { posix } from "node:path";
import { FLOW, LANGUAGE_ONLY, MAY_IMPORT, PUBLIC_PACKAGES } from "./boundaries.mjs";
import { findCycles } from "./find-cycles.mjs";
import { parseSource } from "./parse-source.mjs";

/**
 * Every broken rule in a tree of sources, as sentences. `files` maps a path from the repository's root
 * ("packages/core/src/tree/tree.ts") to its text.
 */
export function findViolations(files) {
  const violations = [];
  const graph = new Map();
  for (const [path, text] of files) {
    const parsed = parseSource(path, text);
    const targets = parsed.imports.filter(isRelative).map(({ specifier }) => targetOf(path, specifier));
    graph.set(path, targets);
    const problems = [...placeProblems(path), ...importProblems(path, parsed, files), ...reachProblems(path, parsed)];
    for (const { line, message } of problems) violations.push(`${path}:${line} ${message}`);
  }
  for (const cycle of findCycles(graph)) violations.push(`${cycle[0]}:1 is in an import cycle: ${cycle.join(" → ")}.`);
  return violations;
}

const CORE_INDEX = "packages/core/src/index.ts";
const isCoreSource = ({ room, name, part }) => room === "packages" && name === "core" && part === "src";
const isRelative = ({ specifier }) => specifier.startsWith(".");
const targetOf = (path, specifier) => posix.join(posix.dirname(path), specifier);

/** "packages/core/src/training/run/own-run.ts" is in the room "packages", named "core", part "src", folder "training/run". */
function placeOf(path) {
  const [room, name, part, ...rest] = path.split("/");
  return { room, name, part, folder: rest.length > 1 ? posix.dirname(rest.join("/")) : null };
}

/** The place in the flow of a folder, or of the one that it is part of; -1 for one that is not in it. */
function rankOf(folder) {
  return FLOW.findIndex((name) => folder === name || folder?.startsWith(`${name}/`));
}

function placeProblems(path) {
  const place = placeOf(path);
  if (!isCoreSource(place) || path === CORE_INDEX || rankOf(place.folder) >= 0) return [];
  return [{ line: 1, message: `is not in one of core's folders: ${FLOW.join(" ")}.` }];
}

function importProblems(path, { imports }, files) {
  const place = placeOf(path);
  return imports
    .map(({ specifier, line }) => {
      const isInside = specifier.startsWith(".");
      const target = targetOf(path, specifier);
      return {
        line,
        message: isInside ? relativeProblem(place, path, target, files) : packageProblem(place, specifier),
      };
    })
    .filter(({ message }) => message);
}

function reachProblems(path, { globals, powers }) {
  const { room, name, part } = placeOf(path);
  if (room !== "packages" || part !== "src" || !LANGUAGE_ONLY.includes(name)) return [];
  // Kernels find their host through `globalThis`, by a type of their own in which every part may be missing.
  const reached = globals.filter((global) => global.name !== "globalThis" || name !== "kernels");
  const message = (global) => `uses ${global}, which is not part of the language; ${name} runs in every host.`;
  return [
    ...reached.map((global) => ({ line: global.line, message: message(global.name) })),
    ...powers.map(({ line }) => ({ line, message: "uses **, which engines round differently; multiply, or use pow." })),
  ];
}

function relativeProblem(place, path, target, files) {
  const home = posix.join(place.room, place.name, "/");
  if (!target.startsWith(home))
    return `imports ${target}, which is outside its package; import the package by its name.`;
  if (!files.has(target)) return `imports ${target}, which does not exist.`;
  if (place.part !== "src") return null;
  if (!target.startsWith(`${home}src/`)) return `imports ${target}, but sources import only sources.`;
  if (target === `${home}src/index.ts`)
    return `imports its own package's index; import the file that has what it needs.`;
  if (!isCoreSource(place) || path === CORE_INDEX) return null;
  const to = placeOf(target).folder;
  const isAhead = rankOf(to) > rankOf(place.folder);
  return isAhead ? `imports ${target}, but ${place.folder} comes before ${to} in the flow.` : null;
}

function packageProblem(place, specifier) {
  if (place.room !== "packages") return publicProblem(specifier);
  if (place.part !== "src") return null;
  const allowed = MAY_IMPORT[place.name];
  if (!allowed) return `is in packages/${place.name}, which has no row in scripts/imports/boundaries.mjs.`;
  if (isOurs(specifier)) {
    // Beside a package itself, the one file that it ships to be served.
    const isAllowed = allowed.includes(specifier) || allowed.some((name) => specifier === `${name}/worker`);
    return isAllowed ? null : `imports ${specifier}, but ${place.name} may import ${list(allowed)}.`;
  }
  if (!LANGUAGE_ONLY.includes(place.name)) return null;
  return `imports ${specifier}, but ${place.name} has no dependency outside the repository, and runs in every host.`;
}

function publicProblem(specifier) {
  if (!isOurs(specifier)) return null;
  const isPublic = PUBLIC_PACKAGES.includes(specifier) || /^cambium\/(io|predict|viz|workers)$/.test(specifier);
  return isPublic ? null : `imports ${specifier}, but only public packages may be imported here.`;
}

const isOurs = (specifier) => /^(@cambium\/|cambium($|\/))/.test(specifier);
const list = (names) => (names.length === 0 ? "nothing" : `only ${names.join(", ")}`);
