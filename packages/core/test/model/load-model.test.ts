import { beforeAll, describe, expect, it } from "vitest";
import { boosting, cart, costComplexity, loadModel, type Model } from "../../src/index.ts";
import {
  fileOf,
  placeInTree,
  sectionOf,
  sectionsOfFile,
  withEdit,
  withHead,
  withJson,
  withSection,
} from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";

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

const edited = (edit: (json: string) => string) => withJson(bytes, "head", edit);
const headerWith = (fields: object) => withHead(bytes, fields);

/** The bytes of the model with surrogates, one number in the arrays of these changed. */
function withSurrogate(name: string, edit: (view: DataView, at: number) => void): Uint8Array {
  const [, nodes] = sectionsOfFile(models[4]).filter(({ tag }) => tag === "head" || tag === "tree");
  const n = new DataView(nodes.contents.buffer).getUint32(16, true);
  return withEdit(models[4], "surr", (view) => {
    const count = view.getUint32(0, true);
    const sizes: [string, number][] = [
      ["start", 4 * n],
      ["count", 4 * n],
      ["threshold", 8 * count],
      ["agreement", 8 * count],
      ["adjusted", 8 * count],
      ["feature", 4 * count],
      ["categoryStart", 4 * count],
      ["categoryWords", 4 * count],
      ["lowChild", count],
    ];
    let at = 16;
    for (const [array, size] of sizes) {
      if (array === name) edit(view, at);
      at += Math.ceil(size / 8) * 8;
    }
  });
}

/** A model's bytes with other numbers in its first tree. */
function withArray(name: string, edit: (view: DataView, at: number) => void, model = bytes): Uint8Array {
  return withEdit(model, "tree", (view) => edit(view, placeInTree(model, name)));
}

describe("loadModel", () => {
  it("takes an ArrayBuffer too, as fetch gives it", () => {
    const [model] = models;
    expect(loadModel(Uint8Array.from(model).buffer).toBytes()).toEqual(model);
  });

  it("says that a model is cut short, at every length", async () => {
    for (const model of models) {
      for (let length = 4; length < model.length; length++) {
        const expected = length < 20 ? 20 : model.length;
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
        newer[4] = 3;
        return newer;
      },
      "newer-model | cambium: the model has format 3, and this version of Cambium reads format 2; upgrade cambium",
    ],
    [
      "a model of format 1",
      () => bytes.map((byte, i) => (i === 4 ? 1 : byte)),
      "bad-model | cambium: the model has format 1, which was never released, and this version of Cambium reads format 2; fit the model again",
    ],
    [
      "a section that it does not know",
      () => fileOf("CAMB", [...sectionsOfFile(bytes), { tag: "outs", version: 1, contents: new Uint8Array(8) }]),
      'newer-model | cambium: the model has a section "outs", and this version of Cambium does not know it; upgrade cambium',
    ],
    [
      "a newer version of a section",
      () =>
        fileOf(
          "CAMB",
          sectionsOfFile(bytes).map((one) => (one.tag === "vals" ? { ...one, version: 2 } : one)),
        ),
      'newer-model | cambium: the model has version 2 of the section "vals", and this version of Cambium reads up to 1; upgrade cambium',
    ],
    [
      "sections in another order",
      () => fileOf("CAMB", sectionsOfFile(bytes).reverse()),
      `bad-model | cambium: the model is damaged: its section "tree" is out of order, or there twice${copyAgain}`,
    ],
    [
      "a model without trees",
      () => withSection(bytes, "tree", null),
      `bad-model | cambium: the model is damaged: it has no section "tree"${copyAgain}`,
    ],
    [
      "another checksum",
      () => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte)),
      `bad-model | cambium: the model is damaged: its bytes do not match its checksum${copyAgain}`,
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
      () => withJson(models[3], "head", (json) => json.replace('"link":"logistic"', '"link":"identity"')),
      `bad-model | cambium: the model is damaged: its link identity gives two classes no probabilities from a score${copyAgain}`,
    ],
    [
      "more classes than a fit takes",
      () =>
        headerWith({ task: "classification", classes: Array.from({ length: 4097 }, (_, k) => k), scoreCount: 4097 }),
      `bad-model | cambium: the model is damaged: it has 4097 classes, expected at most 4096${copyAgain}`,
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
      () => withEdit(bytes, "tree", (view) => view.setUint32(16, 0, true)),
      `bad-model | cambium: the model is damaged: a tree has no nodes${copyAgain}`,
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
      () => withJson(bytes, "path", () => '[{"alpha":"0"}]'),
      `bad-model | cambium: the model is damaged: its pruning path[0].alpha should be a number${copyAgain}`,
    ],
    [
      "trees of another size",
      () => withEdit(bytes, "tree", (view) => view.setUint32(16, 1e9, true)),
      () =>
        `bad-model | cambium: the model is damaged: its section "tree" has ${sectionOf(bytes, "tree").length - 24} bytes left where 8000000000 should follow${copyAgain}`,
    ],
    [
      "a value that is not finite",
      () => withEdit(bytes, "vals", (view) => view.setFloat64(8, Number.NaN, true)),
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
      "a leaf with a feature",
      () => withArray("kind", (view, at) => view.setUint8(at, 0)),
      `bad-model | cambium: the model is damaged: node 0 of a tree is a leaf, and names feature 0${copyAgain}`,
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
      () => withEdit(bytes, "vals", (view) => view.setFloat64(8, -Number.MAX_VALUE, true)),
      `bad-model | cambium: the model is damaged: its trees may add up to a score that no training comes to${copyAgain}`,
    ],
    [
      "categories beyond the end",
      () => withEdit(models[2], "cats", (view) => view.setUint32(8, 2 ** 31, true)),
      `bad-model | cambium: the model is damaged: node 0 of a tree has its categories at 2147483648, expected them at 0${copyAgain}`,
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
