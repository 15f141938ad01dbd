import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  boosting,
  type ClassificationModel,
  cart,
  costComplexity,
  type Learner,
  loadModel,
  logistic,
} from "@cambium/core";
import { describe, expect, test } from "vitest";
import { inOrder } from "../support/in-order.ts";
import { readDataset } from "./read-dataset.ts";

/*
 * Models as they were saved once. Every one of them loads and predicts the same for ever; those of the present format are
 * also what training gives today, to the byte. After a change that is meant to change the bytes, write them anew by
 * `UPDATE_FIXTURES=1 npx vitest run --project core saved-models`; after a change of the format, leave the old ones and
 * write to a new folder. Format 1 was never released, and has no folder: what had it is refused.
 */
const saved = new URL("../../../../fixtures/models/", import.meta.url);
const PRESENT = "v2";

/** What is kept beside the bytes of a model: some of its predictions. */
interface Expected {
  readonly dataset: DatasetName;
  readonly rows: readonly number[];
  readonly labels: readonly string[];
  readonly probability: readonly number[];
}

type DatasetName = keyof typeof TARGETS;
const TARGETS = { penguins: "species", "breast-cancer-wisconsin": "Class" } as const;
const TEXT_COLUMNS: readonly string[] = ["island", "sex", "species", "Class"];
const EVERY = 12;

const recipes: readonly { name: string; dataset: DatasetName; learner: Learner }[] = [
  {
    name: "penguins-cart",
    dataset: "penguins",
    learner: cart({ minRowsLeaf: 3, maxDepth: 6, prune: costComplexity({ alpha: 0.004 }) }),
  },
  {
    name: "breast-cancer-boosting",
    dataset: "breast-cancer-wisconsin",
    learner: boosting({ loss: logistic(), rounds: 12, learningRate: 0.3, maxDepth: 3, columnSample: { node: 1 } }),
  },
];

describe.each(recipes)("training $name", ({ name, dataset, learner }) => {
  test("gives the bytes that are kept", async () => {
    const model = await learner.fit(tableOf(dataset), { target: TARGETS[dataset] });
    const bytes = model.toBytes();
    if (process.env.UPDATE_FIXTURES === "1") save(name, bytes, expectedOf(model as ClassificationModel, dataset));
    expect(Buffer.from(bytes).equals(readFileSync(new URL(`${PRESENT}/${name}.cambium`, saved)))).toBe(true);
  });
});

describe.each(readdirSync(saved))("models saved in format %s", (version) => {
  const folder = new URL(`${version}/`, saved);
  const names = readdirSync(folder).filter((file) => file.endsWith(".cambium"));

  test("are there", () => {
    expect(names.length).toBeGreaterThan(0);
  });

  test.each(names)("%s loads and predicts what it did when it was saved", (file) => {
    const expected = JSON.parse(readFileSync(new URL(file.replace(".cambium", ".json"), folder), "utf8")) as Expected;
    const model = loadModel(readFileSync(new URL(file, folder))) as ClassificationModel;
    expect(expectedOf(model, expected.dataset)).toEqual(expected);
  });
});

describe.each(readdirSync(new URL(`${PRESENT}/`, saved)).filter((file) => file.endsWith(".cambium")))("%s", (file) => {
  test("is the same bytes after loading and saving", () => {
    const bytes = readFileSync(new URL(`${PRESENT}/${file}`, saved));
    expect(Buffer.from(loadModel(bytes).toBytes()).equals(bytes)).toBe(true);
  });
});

function tableOf(dataset: DatasetName): Record<string, Float64Array | (string | null)[]> {
  return Object.fromEntries(
    Object.entries(readDataset(dataset)).map(([name, values]) => [
      name,
      TEXT_COLUMNS.includes(name)
        ? values.map((value) => (value === "" ? null : value))
        : Float64Array.from(values, (value) => (value === "" ? Number.NaN : Number(value))),
    ]),
  );
}

function expectedOf(model: ClassificationModel, dataset: DatasetName): Expected {
  const all = tableOf(dataset);
  const rows = Array.from(all[TARGETS[dataset]].keys()).filter((row) => row % EVERY === 0);
  const some = inOrder(all, rows);
  return {
    dataset,
    rows,
    labels: model.predict(some).map(String),
    probability: Array.from(model.predictProbability(some)),
  };
}

function save(name: string, bytes: Uint8Array, expected: Expected): void {
  const folder = new URL(`${PRESENT}/`, saved);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.cambium`, folder), bytes);
  const lines = Object.entries(expected).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  writeFileSync(new URL(`${name}.json`, folder), `{\n${lines.join(",\n")}\n}\n`);
}
