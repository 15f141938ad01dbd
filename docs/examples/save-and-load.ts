import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cart, loadModel } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/penguins.csv");
const model = await cart({ maxDepth: 3 }).fit(table, { target: "species" });

const folder = await mkdtemp(join(tmpdir(), "cambium-"));
const file = join(folder, "penguins.cambium");
await writeFile(file, model.toBytes());

const loaded = loadModel(await readFile(file));
console.log(loaded.learner, loaded.task, loaded.target);
if (loaded.task === "classification") console.log(loaded.classes);

const same = Buffer.compare(loaded.toBytes(), model.toBytes()) === 0;
console.log(same ? "the same bytes again" : "other bytes");
await rm(folder, { recursive: true });
