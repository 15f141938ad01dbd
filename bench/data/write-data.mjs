import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { higgsLike } from "./higgs-like.mjs";

/** Training and test rows are drawn apart. */
const SEED_OF_TEST = 2;

/**
 * Writes the rows to train on and those to test on, unless an earlier case has: raw 32-bit floats, column after column,
 * which every language reads without a library.
 */
export function writeData(folder, { rows, testRows, features, task, seed }) {
  const shape = { features, task };
  return {
    train: writeTable(folder, { ...shape, rows, seed }),
    test: writeTable(folder, { ...shape, rows: testRows, seed: seed + SEED_OF_TEST }),
  };
}

function writeTable(folder, table) {
  const { task, rows, features, seed } = table;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `higgs-like-${task}-${rows}x${features}-${seed}`);
  const files = { x: `${path}.x`, y: `${path}.y`, rows, features };
  if (existsSync(files.x) && existsSync(files.y)) return files;
  const made = higgsLike(table);
  for (const part of ["x", "y"]) {
    // A run that is stopped here leaves no half of a file under its name.
    writeFileSync(`${files[part]}.part`, made[part]);
    renameSync(`${files[part]}.part`, files[part]);
  }
  return files;
}
