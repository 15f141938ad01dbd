import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path that this variable names, when it is set; else the first on the PATH or in these places; null when there is none. */
export function findProgram(environment, variable, names, places = []) {
  const named = environment[variable];
  if (named) return isExecutable(named) ? named : null;
  const folders = (environment.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...places].find(isExecutable) ?? null;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
