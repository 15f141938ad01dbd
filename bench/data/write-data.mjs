import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { flightsLike, flightsLikeCategories } from "./flights-like.mjs";
import { forestsLike } from "./forests-like.mjs";
import { gradesLike } from "./grades-like.mjs";
import { higgsLike } from "./higgs-like.mjs";
import { ordersLike, ordersLikeCategories } from "./orders-like.mjs";
import { sensorsLike } from "./sensors-like.mjs";
import { sizesLike } from "./sizes-like.mjs";

/** Training and test rows are drawn apart. */
const SEED_OF_TEST = 2;

/** What makes a table, and which of its columns hold codes of categories. */
const MAKERS = {
  "higgs-like": { make: higgsLike, categories: [] },
  "sensors-like": { make: sensorsLike, categories: [] },
  "forests-like": { make: forestsLike, categories: [] },
  "sizes-like": { make: sizesLike, categories: [] },
  "grades-like": { make: gradesLike, categories: [] },
  "orders-like": { make: ordersLike, categories: ordersLikeCategories },
  "flights-like": { make: flightsLike, categories: flightsLikeCategories },
};

/**
 * Writes the rows to train on and those to test on, unless an earlier case has: raw 32-bit floats, column after column,
 * which every language reads without a library.
 */
export function writeData(folder, { made = "higgs-like", rows, testRows, features, task, seed }) {
  const shape = { made, features, task };
  return {
    train: writeTable(folder, { ...shape, rows, seed }),
    test: writeTable(folder, { ...shape, rows: testRows, seed: seed + SEED_OF_TEST }),
  };
}

function writeTable(folder, table) {
  const { made, task, rows, features, seed } = table;
  const { make, categories } = MAKERS[made];
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${made}-${task}-${rows}x${features}-${seed}`);
  const files = { x: `${path}.x`, y: `${path}.y`, rows, features, categories };
  if (existsSync(files.x) && existsSync(files.y)) return files;
  const parts = make(table);
  for (const part of ["x", "y"]) {
    // A run that is stopped here leaves no half of a file under its name.
    writeFileSync(`${files[part]}.part`, parts[part]);
    renameSync(`${files[part]}.part`, files[part]);
  }
  return files;
}
