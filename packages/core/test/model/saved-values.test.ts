import { beforeAll, describe, expect, it } from "vitest";
import { boosting, type ClassificationModel, cart, loadModel, randomForest } from "../../src/index.ts";
import { allocatedBytes } from "../support/allocated-bytes.ts";
import { sectionOf, sectionsOfFile, withEdit, withSection } from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";

const ROWS = 900;
const CLASSES = 300;
const places = Array.from({ length: ROWS }, (_, row) => row);
const table = {
  a: places.map((row) => (row * 7919) % 1009),
  b: places.map((row) => (row * 104_729) % 997),
  y: places.map((row) => `class ${row % CLASSES}`),
};

const tagsOf = (bytes: Uint8Array) => sectionsOfFile(bytes).map(({ tag }) => tag);

/** The same model with all values in the file, zeros included, as the other section has them. */
function dense(model: ClassificationModel): Uint8Array {
  const { trees } = model.ensemble;
  const values = trees.flatMap(({ value }) => [...value]);
  const contents = new Uint8Array(8 + 8 * values.length);
  const view = new DataView(contents.buffer);
  view.setUint32(0, trees[0].valueWidth, true);
  values.forEach((value, i) => {
    view.setFloat64(8 + 8 * i, value, true);
  });
  return withSection(withSection(model.toBytes(), "spar", null), "vals", contents);
}

function messageOf(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    return String(error);
  }
}

let model: ClassificationModel;
let bytes: Uint8Array;

beforeAll(async () => {
  model = (await cart().fit(table, { target: "y" })) as ClassificationModel;
  bytes = model.toBytes();
});

describe("the values of many classes", () => {
  it("are saved without those that are 0, and predict the same bits", () => {
    expect(tagsOf(bytes)).toContain("spar");
    expect(tagsOf(bytes)).not.toContain("vals");
    expect(bytes.length).toBeLessThan(dense(model).length / 10);
    const loaded = loadModel(bytes) as ClassificationModel;
    expect(loaded.ensemble.trees[0].value).toEqual(model.ensemble.trees[0].value);
    expect(loaded.predictProbability(table)).toEqual(model.predictProbability(table));
    expect(loaded.toBytes()).toEqual(bytes);
  });

  it("are so in forests, of votes too", async () => {
    for (const vote of ["probability", "majority"] as const) {
      const forest = await randomForest({ trees: 3, vote }).fit(table, { target: "y" });
      const saved = forest.toBytes();
      expect(tagsOf(saved)).toContain("spar");
      expect(loadModel(saved).predictScore(table)).toEqual(forest.predictScore(table));
      expect(loadModel(saved).toBytes()).toEqual(saved);
    }
  });

  it("load from a file that has them all, and are then written without zeros again", () => {
    expect(loadModel(dense(model)).toBytes()).toEqual(bytes);
  });

  it("are all saved where that is not longer: of one value a node, and of two classes that are mixed", async () => {
    const mixed = { x: [1, 1, 2, 2, 1, 2], y: ["a", "b", "a", "b", "a", "b"] };
    const ofTwo = await cart().fit(mixed, { target: "y" });
    expect(tagsOf(ofTwo.toBytes())).toContain("vals");
    const boosted = await boosting({ rounds: 3 }).fit({ ...table, y: table.a }, { target: "y" });
    expect(tagsOf(boosted.toBytes())).toContain("vals");
    const nodes = boosted.ensemble.trees.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
    expect(sectionOf(boosted.toBytes(), "vals").length).toBe(8 + 8 * nodes);
  });

  const nodeCount = () => model.ensemble.trees[0].nodeCount;
  const firstPlace = () => 8 + Math.ceil((4 * nodeCount()) / 8) * 8;

  it.each<[string, () => Uint8Array, string]>([
    [
      "a place that the node does not have",
      () => withEdit(bytes, "spar", (view) => view.setUint32(firstPlace() + 4 * (CLASSES - 1), CLASSES, true)),
      'its section "spar" has a place out of order in node 0',
    ],
    [
      "places that do not ascend",
      () => withEdit(bytes, "spar", (view) => view.setUint32(firstPlace() + 4, 0, true)),
      'its section "spar" has a place out of order in node 0',
    ],
    [
      "more values than there are",
      () => withEdit(bytes, "spar", (view) => view.setUint32(8, 2 ** 31, true)),
      "left where",
    ],
    [
      "a value of 0",
      () => withEdit(bytes, "spar", (view) => view.setFloat64(view.byteLength - 8, 0, true)),
      `its section "spar" lists a value of 0 in node `,
    ],
    [
      "a value that is not finite",
      () => withEdit(bytes, "spar", (view) => view.setFloat64(view.byteLength - 8, Number.POSITIVE_INFINITY, true)),
      "has a value that is not a finite number",
    ],
    [
      "the values twice",
      () => withSection(bytes, "vals", sectionOf(dense(model), "vals")),
      "it has the values of its nodes twice",
    ],
    ["no values", () => withSection(bytes, "spar", null), 'it has no section "vals"'],
  ])("are refused with %s", async (_what, make, message) => {
    expect(await failureOf(() => loadModel(make()))).toContain(`bad-model | cambium: the model is damaged: `);
    expect(await failureOf(() => loadModel(make()))).toContain(message);
  });

  it("are refused with a width that the model does not have, before there is memory for it", async () => {
    for (const width of [CLASSES + 1, 2 ** 32 - 1]) {
      const hostile = withEdit(bytes, "spar", (view) => view.setUint32(0, width, true));
      let message = "";
      const allocated = allocatedBytes(() => {
        message = messageOf(() => loadModel(hostile));
      });
      expect(message).toContain(`node 0 of a tree predicts ${width} numbers, expected ${CLASSES}`);
      expect(allocated).toBeLessThan(4 * bytes.length);
    }
  });

  it("get their zeros back where these take at most four times the bytes of the file, and stay without them elsewhere", async () => {
    const found = new Set<boolean>();
    for (const count of [4, 12, 25, 50, 100, 300]) {
      for (const maxDepth of [3, 20]) {
        const labels = places.map((row) => `class ${row % count}`);
        const fitted = await cart({ maxDepth }).fit({ ...table, y: labels }, { target: "y" });
        const saved = fitted.toBytes();
        if (!tagsOf(saved).includes("spar")) continue;
        const loaded = loadModel(saved);
        const [tree] = loaded.ensemble.trees;
        const listed = fitted.ensemble.trees[0].value.filter((value) => value !== 0).length;
        const hasFewZeros = 8 * count * tree.nodeCount <= 4 * (49 * tree.nodeCount + 12 * listed);
        expect(tree.sparseValues === undefined).toBe(hasFewZeros);
        expect(loaded.toBytes()).toEqual(saved);
        found.add(hasFewZeros);
      }
    }
    expect(found.size).toBe(2);
  });
});
