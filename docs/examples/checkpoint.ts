import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boosting, loadModel } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/abalone.csv");
const file = join(process.env.FOLDER ?? mkdtempSync(join(tmpdir(), "cambium-")), "rings.cambium");

/** A file that is whole whenever it is read: it is written under another name first. */
const checkpoint = {
  every: 5,
  load: () => (existsSync(file) ? readFileSync(file) : null),
  save(bytes: Uint8Array) {
    writeFileSync(`${file}.part`, bytes);
    renameSync(`${file}.part`, file);
  },
};

const learner = boosting({ rounds: Number(process.env.ROUNDS ?? 40), rowSample: 0.5, seed: 1 });
const model = await learner.fit(table, { target: "Rings", checkpoint });

console.log(
  `${model.ensemble.trees.length} trees, of which ${loadModel(readFileSync(file)).ensemble.trees.length} are kept`,
);
