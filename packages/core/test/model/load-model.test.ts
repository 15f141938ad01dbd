import { beforeAll, describe, expect, it } from "vitest";
import { boosting, cart, costComplexity, loadModel, type Model } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { withHeader } from "../support/with-header.ts";

const table = {
  n: [1, 2, null, 4, 5, 6],
  c: ["a", "b", null, "a", "c", "b"],
  y: [1, 2.5, -3, 40, 41, 60],
};

/** The first split is on c or n, and the other of them stands in. */
const standIns = {
  n: [1, 2, 3, null, 11, 12, 13, null, 14],
  c: ["a", "a", "b", "a", null, "c", "c", "c", null],
  y: [0, 0, 0, 0, 9, 9, 9, 9, 9],
};

let models: Uint8Array[];
let bytes: Uint8Array;

beforeAll(async () => {
  const label = table.y.map((y) => (y > 2 ? "high" : y > 0 ? "middle" : "low"));
  const fits: Model[] = [
    await cart({ prune: costComplexity({ by: "validation" }) }).fit(table, { target: "y", validation: table }),
    await cart().fit({ ...table, y: label }, { target: "y" }),
    await cart().fit({ c: table.c, y: table.y }, { target: "y" }),
    await boosting({ rounds: 2, maxDepth: 2 }).fit({ ...table, y: table.y.map((y) => y > 2) }, { target: "y" }),
  ];
  fits.push(await cart({ missing: "surrogate" }).fit(standIns, { target: "y" }));
  models = fits.map((model) => model.toBytes());
  [bytes] = models;
});

const copyAgain = "; copy or save it again";

const edited = (edit: (json: string) => string) => withHeader(bytes, edit);
const headerWith = (fields: object) => edited((json) => JSON.stringify({ ...JSON.parse(json), ...fields }));

/** The bytes of the model with surrogates, one number in the arrays of these changed. */
function withSurrogate(name: string, edit: (view: DataView, at: number) => void): Uint8Array {
  const out = models[4].slice();
  const view = new DataView(out.buffer);
  const header = JSON.parse(new TextDecoder().decode(out.subarray(16, 16 + view.getUint32(8, true))));
  const { nodeCount: n, surrogates } = header.trees[0];
  const { count, categoryWords } = surrogates;
  const sizes: [string, number][] = [
    ["threshold", 8 * count],
    ["agreement", 8 * count],
    ["adjusted", 8 * count],
    ["start", 4 * n],
    ["count", 4 * n],
    ["feature", 4 * count],
    ["categoryStart", 4 * count],
    ["categoryWords", 4 * count],
    ["categories", 4 * categoryWords],
    ["lowChild", count],
  ];
  let at = out.length - sizes.reduce((sum, [, size]) => sum + Math.ceil(size / 8) * 8, 0);
  for (const [array, size] of sizes) {
    if (array === name) edit(view, at);
    at += Math.ceil(size / 8) * 8;
  }
  return out;
}

/** A model's bytes with other numbers in its first tree. */
function withArray(name: string, edit: (view: DataView, at: number) => void, model = bytes): Uint8Array {
  const out = model.slice();
  const view = new DataView(out.buffer);
  const header = JSON.parse(new TextDecoder().decode(model.subarray(16, 16 + view.getUint32(8, true))));
  const { nodeCount: n, categoryWords } = header.trees[0];
  const sizes: [string, number][] = [
    ["threshold", 8 * n],
    ["value", 8 * n],
    ["gain", 8 * n],
    ["cover", 8 * n],
    ["feature", 4 * n],
    ["firstChild", 4 * n],
    ["childCount", 4 * n],
    ["missingChild", 4 * n],
    ["categoryStart", 4 * n],
    ["categoryWords", 4 * n],
    ["categories", 4 * categoryWords],
    ["rowCount", 4 * n],
    ["kind", n],
  ];
  let at = 16 + view.getUint32(8, true) + 8;
  for (const [array, size] of sizes) {
    if (array === name) edit(view, at);
    at += Math.ceil(size / 8) * 8;
  }
  return out;
}

describe("loadModel", () => {
  it("takes an ArrayBuffer too, as fetch gives it", () => {
    const [model] = models;
    expect(loadModel(Uint8Array.from(model).buffer).toBytes()).toEqual(model);
  });

  it("says that a model is cut short, at every length", async () => {
    for (const model of models) {
      for (let length = 4; length < model.length; length++) {
        const expected = length < 16 ? 16 : model.length;
        expect(await failureOf(() => loadModel(model.subarray(0, length)))).toBe(
          `bad-model | cambium: the model is cut short: expected ${expected} bytes, got ${length}${copyAgain}`,
        );
      }
    }
  });

  it.each<[string, () => unknown, string]>([
    [
      "no bytes",
      () => new Uint8Array(0),
      'bad-model | cambium: this is not a Cambium model: it begins with "", expected "CAMB"',
    ],
    [
      "another format",
      () => new TextEncoder().encode("PAR1...."),
      'bad-model | cambium: this is not a Cambium model: it begins with "PAR1", expected "CAMB"',
    ],
    [
      "text",
      () => "model.bin",
      'bad-model | cambium: loadModel expects the bytes that toBytes() gives, got "model.bin"',
    ],
    [
      "a model of a newer version",
      () => {
        const newer = bytes.slice(0, 8);
        newer[4] = 2;
        return newer;
      },
      "newer-model | cambium: the model has format 2, and this version of Cambium reads up to 1; upgrade cambium",
    ],
    [
      "format 0",
      () => bytes.map((byte, i) => (i === 4 ? 0 : byte)),
      `bad-model | cambium: the model is damaged: its format is 0${copyAgain}`,
    ],
    [
      "bytes after the end",
      () => Uint8Array.from([...bytes, 0]),
      () =>
        `bad-model | cambium: the model is damaged: it has ${bytes.length + 1} bytes, expected ${bytes.length}${copyAgain}`,
    ],
    [
      "a header that is not JSON",
      () => edited((json) => json.slice(1)),
      `bad-model | cambium: the model is damaged: its header is not JSON${copyAgain}`,
    ],
    [
      "a header without a field",
      () => edited((json) => json.replace('"task"', '"tusk"')),
      `bad-model | cambium: the model is damaged: its header should be a field "task"${copyAgain}`,
    ],
    [
      "an unknown task",
      () => headerWith({ task: "ranking" }),
      `bad-model | cambium: the model is damaged: its header.task should be one of classification, regression${copyAgain}`,
    ],
    [
      "an unknown link",
      () => headerWith({ link: "probit" }),
      `bad-model | cambium: the model is damaged: its header.link should be one of identity, logistic, exp, expm1, softmax, oneVsAll, samme${copyAgain}`,
    ],
    [
      "a link that gives two classes no probabilities",
      () => withHeader(models[3], (json) => json.replace('"link":"logistic"', '"link":"identity"')),
      `bad-model | cambium: the model is damaged: its link identity gives two classes no probabilities from a score${copyAgain}`,
    ],
    [
      "classes of a regression",
      () => headerWith({ classes: ["a"] }),
      `bad-model | cambium: the model is damaged: it has 1 scores a row for 1 classes${copyAgain}`,
    ],
    [
      "no class",
      () => headerWith({ task: "classification" }),
      `bad-model | cambium: the model is damaged: it has 1 scores a row for 0 classes${copyAgain}`,
    ],
    [
      "a class that is an object",
      () => headerWith({ classes: [{}] }),
      `bad-model | cambium: the model is damaged: its header.classes[0] is not text, a finite number or a boolean${copyAgain}`,
    ],
    [
      "an infinite class",
      () => edited((json) => json.replace('"classes":[]', '"classes":[1e999]')),
      `bad-model | cambium: the model is damaged: its header.classes[0] is not text, a finite number or a boolean${copyAgain}`,
    ],
    [
      "features that are no list",
      () => headerWith({ features: {} }),
      `bad-model | cambium: the model is damaged: its header.features should be a list${copyAgain}`,
    ],
    [
      "a name that is no text",
      () => headerWith({ target: 7 }),
      `bad-model | cambium: the model is damaged: its header.target should be text${copyAgain}`,
    ],
    [
      "a tree of no nodes",
      () => headerWith({ trees: [{ nodeCount: 0 }] }),
      `bad-model | cambium: the model is damaged: its header.trees[0].nodeCount should be a whole number from 1 to 2147483648${copyAgain}`,
    ],
    [
      "a loss that says it is portable, as all are that say nothing",
      () => headerWith({ loss: { name: "x", parameters: {}, portable: true } }),
      `bad-model | cambium: the model is damaged: its header.loss.portable is not false${copyAgain}`,
    ],
    [
      "loss parameters that are a list",
      () => headerWith({ loss: { name: "x", parameters: [1] } }),
      `bad-model | cambium: the model is damaged: its header.loss.parameters should be an object${copyAgain}`,
    ],
    [
      "a step without a number",
      () => headerWith({ pruningPath: [{ alpha: "0" }] }),
      `bad-model | cambium: the model is damaged: its header.pruningPath[0].alpha should be a number${copyAgain}`,
    ],
    [
      "trees of another size",
      () => headerWith({ trees: [{ nodeCount: 1e9, valueWidth: 1, categoryWords: 0, rootImpurity: 1 }] }),
      () =>
        `bad-model | cambium: the model is damaged: its header describes arrays of 61000000008 bytes, but it has ${new DataView(bytes.buffer).getUint32(12, true)}${copyAgain}`,
    ],
    [
      "a value that is not finite",
      () => withArray("value", (view, at) => view.setFloat64(at, Number.NaN, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has a value that is not a finite number${copyAgain}`,
    ],
    [
      "a threshold that is not a number",
      () => withArray("threshold", (view, at) => view.setFloat64(at, Number.NaN, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has a threshold that is not a number${copyAgain}`,
    ],
    [
      "a node of an unknown kind",
      () => withArray("kind", (view, at) => view.setUint8(at, 7)),
      `bad-model | cambium: the model is damaged: node 0 of a tree splits the numeric feature "n" in a way of kind 7${copyAgain}`,
    ],
    [
      "a feature that is not there",
      () => withArray("feature", (view, at) => view.setInt32(at, -1, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree splits on feature -1 of 2${copyAgain}`,
    ],
    [
      "a node that is its own child",
      () => withArray("firstChild", (view, at) => view.setUint32(at, 0, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has its children at 0, expected them after it${copyAgain}`,
    ],
    [
      "children beyond the end",
      () => withArray("firstChild", (view, at) => view.setUint32(at, 1e6, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has its children at 1000000, expected them after it${copyAgain}`,
    ],
    [
      "a node without a parent",
      () => withArray("kind", (view, at) => view.setUint8(at, 0)),
      `bad-model | cambium: the model is damaged: node 1 of a tree has no parent${copyAgain}`,
    ],
    [
      "a negative gain",
      () => withArray("gain", (view, at) => view.setFloat64(at, -1, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has a negative gain or cover${copyAgain}`,
    ],
    [
      "an infinite cover",
      () => withArray("cover", (view, at) => view.setFloat64(at, Number.POSITIVE_INFINITY, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has a gain or cover that no training comes to${copyAgain}`,
    ],
    [
      "values that add up to more than numbers can be",
      () => withArray("value", (view, at) => view.setFloat64(at, -Number.MAX_VALUE, true)),
      `bad-model | cambium: the model is damaged: its trees may add up to a score that no training comes to${copyAgain}`,
    ],
    [
      "categories beyond the end",
      () => withArray("categoryStart", (view, at) => view.setUint32(at, 2 ** 31, true), models[2]),
      `bad-model | cambium: the model is damaged: node 0 of a tree names categories beyond the end of its list${copyAgain}`,
    ],
    [
      "three children of a binary node",
      () => withArray("childCount", (view, at) => view.setUint32(at, 3, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has 3 children${copyAgain}`,
    ],
    [
      "surrogates beyond the end",
      () => withSurrogate("start", (view, at) => view.setUint32(at, 2 ** 31, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree names surrogates beyond the end of their list${copyAgain}`,
    ],
    [
      "surrogates of a leaf",
      () => withSurrogate("count", (view, at) => view.setUint32(at + 4, 1, true)),
      `bad-model | cambium: the model is damaged: node 1 of a tree has surrogates for a split in two that it does not make${copyAgain}`,
    ],
    [
      "a surrogate on no feature",
      () => withSurrogate("feature", (view, at) => view.setInt32(at, 7, true)),
      `bad-model | cambium: the model is damaged: surrogate 0 of a tree is on feature 7 of 2${copyAgain}`,
    ],
    [
      "a surrogate to a third child",
      () => withSurrogate("lowChild", (view, at) => view.setUint8(at, 2)),
      `bad-model | cambium: the model is damaged: surrogate 0 of a tree has low values in child 2 of 2${copyAgain}`,
    ],
    [
      "an agreement above 1",
      () => withSurrogate("agreement", (view, at) => view.setFloat64(at, 1.5, true)),
      `bad-model | cambium: the model is damaged: surrogate 0 of a tree has an agreement that is no share${copyAgain}`,
    ],
    [
      "categories of a surrogate beyond the end",
      () => withSurrogate("categoryStart", (view, at) => view.setUint32(at, 9, true)),
      `bad-model | cambium: the model is damaged: surrogate 0 of a tree names categories beyond the end of their list${copyAgain}`,
    ],
    [
      "a surrogate on numbers with categories",
      () => withSurrogate("feature", (view, at) => view.setInt32(at, 0, true)),
      `bad-model | cambium: the model is damaged: surrogate 0 of a tree has 2 words of categories, expected 0${copyAgain}`,
    ],
    [
      "a third child",
      () => withArray("missingChild", (view, at) => view.setUint8(at, 2)),
      `bad-model | cambium: the model is damaged: node 0 of a tree sends missing values to a child that it does not have${copyAgain}`,
    ],
  ] as [string, () => unknown, string | (() => string)][] as never)(
    "refuses %s",
    async (_name, make, message: string | (() => string)) => {
      expect(await failureOf(() => loadModel(make() as Uint8Array))).toBe(
        typeof message === "string" ? message : message(),
      );
    },
  );
});
