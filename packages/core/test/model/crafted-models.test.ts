import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  adaBoost,
  boosting,
  CambiumError,
  c45,
  cart,
  decisionPath,
  evaluate,
  importance,
  leafIndices,
  loadModel,
  type Model,
  permutationImportance,
  predictStages,
  randomForest,
  regions,
  treeCost,
  treeRules,
} from "../../src/index.ts";
import { type CraftedParts, crafted } from "../support/crafted-model.ts";
import { failureOf } from "../support/failure-of.ts";

const n = 40;
const numbers = Array.from({ length: n }, (_, i) => (i * 7) % 11);
const table = {
  a: numbers.map((value, i) => (i % 5 === 0 ? null : value)),
  b: numbers.map((value) => value * value),
  c: numbers.map((value, i) => (i % 7 === 0 ? null : `c${value % 4}`)),
  y: numbers.map((value, i) => value + (i % 3)),
};
const label = table.y.map((y) => (y > 7 ? "high" : y > 3 ? "middle" : "low"));
const pair = table.y.map((y) => y > 5);

const forms: Record<string, () => Promise<Model>> = {
  cart: () => cart({ maxDepth: 4 }).fit({ ...table, y: label }, { target: "y" }),
  surrogates: () => cart({ maxDepth: 4, missing: "surrogate" }).fit(table, { target: "y" }),
  c45: () => c45({ minChildWeight: 1, prune: [] }).fit({ ...table, y: label }, { target: "y" }),
  forest: () => randomForest({ trees: 2, maxDepth: 3 }).fit({ ...table, y: label }, { target: "y" }),
  AdaBoost: () => adaBoost({ rounds: 3 }).fit({ ...table, y: label }, { target: "y" }),
  "AdaBoost of numbers": () => adaBoost({ rounds: 3 }).fit(table, { target: "y" }),
  boosting: () => boosting({ rounds: 3, maxDepth: 3 }).fit({ ...table, y: pair }, { target: "y" }),
  "boosting of classes": () => boosting({ rounds: 2, maxDepth: 3 }).fit({ ...table, y: label }, { target: "y" }),
  "boosting of numbers": () => boosting({ rounds: 3, maxDepth: 3 }).fit(table, { target: "y" }),
};
const files = new Map<string, Uint8Array>();

beforeAll(async () => {
  for (const [name, make] of Object.entries(forms)) files.set(name, (await make()).toBytes());
});

const file = (name: string) => files.get(name) as Uint8Array;
const firstLeaf = ({ kind }: { kind: Uint8Array }) => kind.indexOf(0);

describe("loadModel refuses a crafted file with a valid checksum", () => {
  it.each<[string, string, (parts: CraftedParts) => void, string]>([
    [
      "a leaf with a feature",
      "cart",
      ({ ensemble: { trees } }) => {
        trees[0].feature[firstLeaf(trees[0])] = 1;
      },
      "is a leaf, and names feature 1",
    ],
    [
      "a leaf with a feature that is not there",
      "cart",
      ({ ensemble: { trees } }) => {
        trees[0].feature[firstLeaf(trees[0])] = 2 ** 30;
      },
      "is a leaf, and names feature 1073741824",
    ],
    [
      "a leaf with a gain",
      "cart",
      ({ ensemble: { trees } }) => {
        trees[0].gain[firstLeaf(trees[0])] = 1;
      },
      "is a leaf, and has a gain",
    ],
    [
      "gains whose sum overflows",
      "boosting",
      ({ ensemble: { trees } }) => {
        for (const tree of trees) tree.gain[0] = 2 ** 999;
      },
      "its gains and covers add up to more than any training comes to",
    ],
    [
      "shares of classes that are not shares",
      "cart",
      ({ ensemble: { trees } }) => {
        trees[0].value.set([5, -4, 0]);
      },
      "node 0 of a tree has a negative share of a class",
    ],
    [
      "shares of a forest that add up to 2",
      "forest",
      ({ ensemble: { trees } }) => {
        trees[1].value.set([1, 1, 0]);
      },
      "node 0 of a tree has shares of the classes that add up to 2, expected 1",
    ],
    [
      "votes of 2",
      "AdaBoost",
      ({ ensemble: { trees } }) => {
        trees[0].value[0] += 1;
      },
      "of the classes that add up to",
    ],
    [
      "two classes of a name",
      "cart",
      (parts) => {
        parts.classes = ["a", "b", "a"];
      },
      "two of its classes are the same",
    ],
    [
      "two features of a name",
      "cart",
      (parts) => {
        parts.features[1].name = "a";
      },
      "two of its features have the same name",
    ],
    [
      "the target among the features",
      "cart",
      (parts) => {
        parts.features[0].name = "y";
      },
      "its target is one of its features",
    ],
    [
      "two categories of a name",
      "cart",
      (parts) => {
        parts.features[2].categories.fill("same");
      },
      'two categories of its feature "c" are the same',
    ],
    [
      "a link that gives no probabilities",
      "cart",
      (parts) => {
        parts.link = "exp";
      },
      "its link exp gives classes no probabilities from 1 trees",
    ],
    [
      "shares that begin above 0",
      "forest",
      ({ ensemble }) => {
        ensemble.initialScore[0] = 1;
      },
      "its trees give shares of classes, and its initial scores are not 0",
    ],
    [
      "costs of numbers",
      "surrogates",
      (parts) => {
        parts.cost = [];
      },
      "it has costs, and no classes",
    ],
    [
      "a negative impurity",
      "cart",
      ({ ensemble: { trees } }) => {
        trees[0].rootImpurity = -1;
      },
      "an impurity that is negative",
    ],
  ])("%s", async (_name, form, edit, message) => {
    expect(await failureOf(() => loadModel(crafted(file(form), edit)))).toContain(message);
  });

  it("a bitset that many nodes share", async () => {
    const bytes = await failureOf(() => {
      const shared = crafted(file("cart"), ({ features, ensemble }) => {
        features[2].categories = Array.from({ length: 64 }, (_, i) => `c${i}`);
        const [tree] = ensemble.trees;
        const nodes = [...tree.kind.keys()].filter((node) => tree.kind[node] !== 0).slice(0, 2);
        tree.categoryWords.fill(0);
        for (const node of nodes) {
          tree.kind[node] = 2;
          tree.feature[node] = 2;
          tree.categoryWords[node] = 2;
          tree.categoryStart[node] = 0;
        }
        for (const node of tree.kind.keys())
          if (tree.kind[node] !== 0 && !nodes.includes(node)) {
            tree.kind[node] = 1;
            tree.feature[node] = 0;
            tree.threshold[node] = 1;
          }
        tree.categories = Uint32Array.of(1, 2);
      });
      loadModel(shared);
    });
    expect(bytes).toContain("has its categories at 0, expected them at 2");
  });

  it("surrogates that many nodes share, and more of them than there are features", async () => {
    const shared = crafted(file("surrogates"), ({ ensemble: { trees } }) => {
      const { count, start } = trees[0].surrogates;
      const [first, second] = [...count.keys()].filter((node) => count[node] > 0);
      start[second] = start[first];
    });
    expect(await failureOf(() => loadModel(shared))).toContain("surrogates of node");
    const many = crafted(file("surrogates"), ({ ensemble: { trees } }) => {
      const { surrogates } = trees[0];
      const node = surrogates.count.findIndex((count: number) => count > 0);
      surrogates.count[node] = surrogates.feature.length;
    });
    expect(await failureOf(() => loadModel(many))).toMatch(/has \d+ surrogates for 3 features|beyond the end/);
  });
});

describe("a score that overflows the link", () => {
  it.each(["exp", "expm1"])("is predicted as the largest number, by %s", (link) => {
    const bytes = crafted(file("boosting of numbers"), (parts) => {
      parts.link = link;
      parts.ensemble.initialScore[0] = 5000;
    });
    const model = loadModel(bytes);
    if (model.task !== "regression") throw new TypeError("the model is of numbers");
    const rows = table.a.map((a, i) => ({ a, b: table.b[i], c: table.c[i] }));
    const many = [...rows, ...rows, ...rows];
    expect([...model.predict(many)]).toEqual(many.map(() => Number.MAX_VALUE));
    expect(model.predictOne(rows[0])).toBe(Number.MAX_VALUE);
    expect([...predictStages(model, rows)].at(-1)?.predictions[0]).toBe(Number.MAX_VALUE);
  });
});

/** Every public function of a loaded model, on rows with and without values. */
function useAll(model: Model): void {
  const names = model.features.map(({ name }) => name);
  const value = (kind: string) => (kind === "numeric" ? 3 : "c1");
  const row = Object.fromEntries(model.features.map(({ name, kind }) => [name, value(kind)]));
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  const rows = [row, empty, row];
  const target = model.task === "classification" ? model.classes[0] : 1;
  const judged = rows.map((each) => ({ ...each, [model.target]: target }));
  const numbers: number[] = [...model.predictScore(rows), ...leafIndices(model, rows)];
  model.predict(rows);
  numbers.push(...(model.task === "classification" ? model.predictProbability(rows) : model.predict(rows)));
  model.predictOne(row);
  for (const stage of predictStages(model, rows)) numbers.push(...stage.predictions);
  for (const kind of ["gain", "cover", "splits"] as const)
    numbers.push(...importance(model, { kind }).map(({ importance }) => importance));
  for (const tree of model.ensemble.trees.keys()) {
    for (const place of rows.keys()) decisionPath(model, rows, place, tree);
    regions(model, tree);
    treeRules(model, tree);
    if (model.ensemble.trees[tree].rootImpurity > 0) numbers.push(treeCost(model, 0.1, tree));
  }
  evaluate(model, judged);
  permutationImportance(model, judged, { repeats: 1, metric: model.task === "classification" ? "accuracy" : "mae" });
  model.slice(0, 1).predict(rows);
  loadModel(model.toBytes());
  if (!numbers.every(Number.isFinite))
    throw new Error(`a number is not finite: ${numbers.find((x) => !Number.isFinite(x))}`);
}

const hardNumbers = [
  0,
  1,
  -1,
  2,
  3,
  31,
  32,
  0.5,
  2 ** 31,
  2 ** 32 - 1,
  -(2 ** 31),
  1e300,
  -1e300,
  5e-324,
  700,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const hardValues: unknown[] = [
  "",
  "a",
  "y",
  "__proto__",
  "softmax",
  "identity",
  "exp",
  "logistic",
  null,
  true,
  [],
  {},
  ...hardNumbers,
];

/** Changes one thing at a random place of the parts: a field, an entry of a list or a number in an array. */
function mutate(parts: CraftedParts, next: (most: number) => number): void {
  let at = parts;
  for (;;) {
    const keys = ArrayBuffer.isView(at) ? [...(at as Uint8Array).keys()] : Object.keys(at);
    const key = keys[next(keys.length)];
    const value = at[key];
    if (ArrayBuffer.isView(at) || typeof value !== "object" || value === null || next(12) === 0) {
      const isNumber = ArrayBuffer.isView(at) || typeof value === "number";
      at[key] = isNumber ? hardNumbers[next(hardNumbers.length)] : hardValues[next(hardValues.length)];
      return;
    }
    if (Object.keys(value).length === 0) return;
    at = value;
  }
}

it.each(Object.keys(forms))("loads a crafted model of %s and works in full, or refuses it", (form) => {
  const counts = { loaded: 0, refused: 0, unwritable: 0 };
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 2 }), (stream, changes) => {
      const next = (most: number) => stream.next().value % most;
      let bytes: Uint8Array;
      try {
        bytes = crafted(file(form), (parts) => {
          const { learner, task, target, classes, features, link, loss, missing, unseen, offset, cost, ensemble } =
            parts;
          const saved = {
            learner,
            task,
            target,
            classes,
            features,
            link,
            loss,
            missing,
            unseen,
            offset,
            cost,
            ensemble,
          };
          for (let i = 0; i < changes; i++) mutate(saved, next);
          Object.assign(parts, saved);
        });
      } catch {
        // The writer writes what a fit made, and this is nothing like it.
        counts.unwritable++;
        return;
      }
      try {
        useAll(loadModel(bytes));
        counts.loaded++;
      } catch (error) {
        if (!(error instanceof CambiumError)) throw error;
        counts.refused++;
      }
    }),
    { numRuns: 150 },
  );
  expect(counts.loaded).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
});
