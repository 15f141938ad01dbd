import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  type ClassificationTarget,
  c45,
  createDataset,
  createPacer,
  errorBased,
  id3,
  loadModel,
  type Model,
  maxLeaves,
  NodeKind,
  treeRules,
} from "../../src/index.ts";
import { readDataset } from "../peers/read-dataset.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";

const tennis = readDataset("play-tennis");
const golfText = readDataset("golf");
const golf = {
  outlook: golfText.outlook,
  temperature: golfText.temperature.map(Number),
  humidity: golfText.humidity.map(Number),
  windy: golfText.windy,
  play: golfText.play,
};

const treeOf = (model: Model) => model.ensemble.trees[0];
const bitsOf = (model: Model, node: number) => {
  const { gain, cover } = treeOf(model);
  return ((gain[node] * cover[0]) / cover[node]).toFixed(6);
};

describe("play-tennis (Quinlan 1986)", () => {
  it("is parted by outlook, humidity and wind, with the gains of the textbook", async () => {
    const model = await id3().fit(tennis, { target: "play" });
    expect(model.ensemble.trees[0].rootImpurity.toFixed(6)).toBe("0.940286");
    const names = Array.from(treeOf(model).feature, (feature) => model.features[feature]?.name ?? "leaf");
    expect(names).toEqual(["outlook", "leaf", "windy", "humidity", "leaf", "leaf", "leaf", "leaf"]);
    expect([0, 2, 3].map((node) => bitsOf(model, node))).toEqual(["0.246750", "0.970951", "0.970951"]);
    expect(model.predict(tennis)).toEqual(tennis.play);
  });

  it.each([
    ["outlook", "0.246750"],
    ["temperature", "0.029223"],
    ["humidity", "0.151836"],
    ["windy", "0.048127"],
  ])("%s tells %s bits", async (feature, bits) => {
    expect(bitsOf(await id3({ maxDepth: 1 }).fit(tennis, { target: "play", features: [feature] }), 0)).toBe(bits);
  });

  it("grows no further than the least gain allows", async () => {
    expect(treeOf(await id3({ minGain: 0.2467 }).fit(tennis, { target: "play" })).nodeCount).toBe(8);
    expect(treeOf(await id3({ minGain: 0.2468 }).fit(tennis, { target: "play" })).nodeCount).toBe(1);
  });
});

describe("golf (Quinlan 1993)", () => {
  it("asks for the outlook first, and on sunny days for a humidity that occurs", async () => {
    const model = await c45({ prune: [] }).fit(golf, { target: "play" });
    const tree = treeOf(model);
    expect(tree.kind[0]).toBe(NodeKind.Multiway);
    expect([model.features[tree.feature[0]].name, bitsOf(model, 0)]).toEqual(["outlook", "0.246750"]);
    // The middle of 70 and 85 is 77.5; of all days, 75 is the largest humidity below.
    const texts = treeRules(model).map(({ text }) => text.replace(/\((.*?) or missing\)/g, "$1"));
    expect(texts).toContain("if outlook is sunny and humidity ≤ 75 then play is yes (100%, 2 rows)");
    expect([...tree.threshold].filter((value) => !Number.isNaN(value))).toEqual([75]);
  });

  /** The best threshold on this column alone, if each day counts as `weight` days: its bits do not change, its price per day falls. */
  const bestCut = (feature: string, weight: number) => {
    const learner = c45({ minChildWeight: 1, maxDepth: 1, prune: [] });
    return learner.fit(golf, { target: "play", features: [feature], weight: new Array<number>(14).fill(weight) });
  };

  it.each([
    ["temperature", "0.113401", 83],
    ["humidity", "0.102244", 80],
  ])("the best threshold of %s tells %s bits, at %d", async (feature, bits, threshold) => {
    const model = await bestCut(feature, 1000);
    expect([bitsOf(model, 0), treeOf(model).threshold[0]]).toEqual([bits, threshold]);
  });

  // log2(distinct - 1) / 14: with one day enough for a side, all cuts between distinct values are tried.
  it.each([
    ["temperature", 0.247102, 0.113401],
    ["humidity", 0.214286, 0.102244],
  ])("a threshold of %s costs %d bits a day, which days must outweigh", async (feature, price, bits) => {
    const even = price / bits;
    const sizes = await Promise.all([1, even - 0.0001, even + 0.0001].map((weight) => bestCut(feature, weight)));
    expect(sizes.map((model) => treeOf(model).nodeCount)).toEqual([1, 1, 3]);
  });
});

describe("rows without a value", () => {
  // Quinlan 1993, section 3.3: the outlook of one of the fourteen days is not known.
  const days = { ...golf, outlook: golf.outlook.map((value, day) => (day === 6 ? null : value)) };

  // The book prints 0.199, 13/14 · (0.961 - 0.747).
  it("are shared among the branches by the known weight, in training", async () => {
    const model = await c45({ prune: [] }).fit(days, { target: "play" });
    const { cover, childCount } = treeOf(model);
    const sum = [1, 2, 3].reduce((all, child) => all + cover[child], 0);
    expect([childCount[0], sum]).toEqual([3, 14]);
    [3, 5, 5].forEach((known, child) => {
      expect(cover[child + 1]).toBeCloseTo(known + known / 13, 9);
    });
    expect(bitsOf(model, 0)).toBe("0.199041");
  });

  it("average the leaves by the share of the cover, in prediction", async () => {
    const model = await c45({ prune: [] }).fit(golf, { target: "play" });
    const day = { temperature: 70, humidity: 70, windy: "false" };
    const shares = model.predictProbability([{ ...day, outlook: null }]);
    // Sunny and dry, overcast, rain without wind: yes in all of them.
    expect([...shares]).toEqual([0, 1]);
    const wet = model.predictProbability([{ ...day, humidity: 90, outlook: null }]);
    expect(wet[0]).toBeCloseTo(5 / 14, 12);
    expect([...loadModel(model.toBytes()).predict([{ ...day, humidity: 90, outlook: "never seen" }])]).toEqual(["yes"]);
  });
});

const votes = readDataset("house-votes-84");
const gaps = Object.fromEntries(Object.entries(votes).map(([name, values]) => [name, values.map((v) => v || null)]));

describe("laws", () => {
  const count = votes.Class.length;

  it("a row of weight 3 is as three rows, and one of weight 0 as none", async () => {
    const weight = Array.from({ length: count }, (_, row) => [1, 3, 0, 2][row % 4]);
    const copies = weight.flatMap((times, row) => Array.from({ length: times }, () => row));
    const weighed = treeOf(await c45().fit(gaps, { target: "Class", weight }));
    const copied = treeOf(await c45().fit(inOrder(gaps, copies), { target: "Class" }));
    expect([...weighed.feature]).toEqual([...copied.feature]);
    weighed.cover.forEach((cover, node) => {
      expect(cover).toBeCloseTo(copied.cover[node], 6);
    });
  });

  it("the shares of a row add up to 1", async () => {
    const model = await c45({ prune: [] }).fit(gaps, { target: "Class" });
    const shares = model.predictProbability(gaps);
    for (let row = 0; row < count; row++) expect(shares[2 * row] + shares[2 * row + 1]).toBeCloseTo(1, 12);
  });
});

describe("grouping", () => {
  it("joins categories that tell alike", async () => {
    const letters = "aaabbbcccddd".split("");
    const table = { letter: letters, y: letters.map((letter) => (letter < "c" ? "low" : "high")) };
    const tree = treeOf(await c45({ grouping: true }).fit(table, { target: "y" }));
    expect([tree.nodeCount, ...tree.categories]).toEqual([3, 0, 0, 1, 1]);
    expect(treeOf(await c45({ prune: [] }).fit(table, { target: "y" })).nodeCount).toBe(5);
  });
});

describe("what is handed in by mistake", () => {
  const xs = { x: ["a", "b", "a", "b"], y: ["p", "q", "p", "q"] };

  it.each([
    ["a numeric column", () => id3().fit(golf, { target: "play" }), /"temperature" is numeric.*discretize.*c45/],
    ["a gap", () => id3().fit({ ...xs, x: ["a", null, "a", "b"] }, { target: "y" }), /"x" has none in row 2.*c45/],
    ["numbers to learn", () => c45().fit({ ...xs, y: [1, 2, 3, 4] }, { target: "y" }), /c45 is for classification/],
    [
      "a limit of leaves",
      () => c45({ prune: maxLeaves(3) }).fit(xs, { target: "y" }),
      /maxLeaves needs a tree that grows best first/,
    ],
    ["another's name", () => c45({ minNumObj: 2 } as object), /it is called minChildWeight here/],
  ])("%s has one clear error", async (_, mistake, message) => {
    expect(await failureOf(async () => mistake())).toMatch(message);
  });

  it.each([
    ["one row", { x: ["a"], y: ["p"] }],
    ["one class", { x: ["a", "b"], y: ["p", "p"] }],
    ["one category", { x: ["a", "a", "a", "a"], y: ["p", "q", "p", "q"] }],
    ["constant numbers", { x: [1, 1, 1, 1], y: ["p", "q", "p", "q"] }],
    ["all missing", { x: [null, null, null, null], y: ["p", "q", "p", "q"] }],
  ])("%s gives a leaf", async (_, table) => {
    const tree = treeOf(await c45().fit(table as Record<string, unknown[]>, { target: "y" }));
    expect(tree.nodeCount).toBe(1);
  });

  it.each([c45(), id3()])("more categories than can be learned from have one clear error ($name)", async (learner) => {
    const id = Array.from({ length: 2 ** 16 + 1 }, (_, row) => `id ${row}`);
    const table = { id, y: id.map((_, row) => (row % 2 ? "p" : "q")) };
    expect(await failureOf(() => learner.fit(table, { target: "y", features: ["id"] }))).toMatch(
      /column "id" has 65537 categories; at most 65535 are learned from/,
    );
  });

  it("says nothing of how loops ran, for it has none to compile", async () => {
    const { report } = await c45().fit(golf, { target: "play" });
    expect(report.filter((sentence) => sentence.includes("split search"))).toEqual([]);
  });

  it("a category for every row is told nothing by", async () => {
    const ids = Array.from({ length: 20_000 }, (_, row) => `id ${row}`);
    const table = {
      id: ids,
      x: ids.map((_, row) => (row % 3 ? "a" : "b")),
      y: ids.map((_, row) => (row % 3 ? "p" : "q")),
    };
    const model = await c45().fit(table, { target: "y" });
    expect(treeRules(model).map(({ prediction }) => prediction)).toEqual(["p", "q"]);
  });
});

describe("subtree raising", () => {
  it("prunes to no larger a tree than without, and keeps every row's weight", async () => {
    const heart = readDataset("hepatitis");
    const table = Object.fromEntries(
      Object.entries(heart).map(([name, values]) => [
        name,
        name === "Class" ? values : values.map((v) => (v === "" ? null : Number(v))),
      ]),
    );
    const tree = treeOf(await c45().fit(table, { target: "Class" }));
    const plain = treeOf(await c45({ prune: errorBased({ raising: false }) }).fit(table, { target: "Class" }));
    expect(tree.nodeCount).toBeLessThanOrEqual(plain.nodeCount);
    const leaves = [...tree.cover].filter((_, node) => tree.kind[node] === NodeKind.Leaf);
    expect(leaves.reduce((sum, cover) => sum + cover, 0)).toBe(heart.Class.length);
  });
});

describe("many trees", () => {
  const run = { target: "Class" };
  const errorsOf = (model: Model) => [...model.predict(gaps)].filter((label, row) => label !== votes.Class[row]).length;

  it.each([
    ["bagging(c45())", () => bagging(c45(), { trees: 5, seed: 3 }).fit(gaps, run)],
    ["adaBoost(c45())", () => adaBoost(c45({ maxDepth: 2 }), { rounds: 5 }).fit(gaps, run)],
  ])("%s gives the same bytes twice, keeps them, and errs in few rows", async (_, grow) => {
    const model = await grow();
    const bytes = model.toBytes();
    expect((await grow()).toBytes()).toEqual(bytes);
    expect(model.ensemble.trees.length).toBe(5);
    expect(model.ensemble.trees.some(({ sharesRows }) => sharesRows)).toBe(true);
    expect([...loadModel(bytes).predictScore(gaps)]).toEqual([...model.predictScore(gaps)]);
    // 168 of 435 are in the smaller class.
    expect(errorsOf(model)).toBeLessThan(25);
  });
});

it("lends its trees to whoever grows many", async () => {
  const dataset = await createDataset(golf, { target: "play" });
  const trees = await c45({ prune: [] }).openTrees(dataset, createPacer());
  const rows = Uint32Array.of(0, 1, 2, 3, 4, 5, 6);
  const weights = new Float64Array(14).fill(2);
  const target = { ...dataset.target, weights } as ClassificationTarget;
  const { tree } = await trees.grow({ rows, target });
  trees.end();
  expect([tree.rowCount[0], tree.cover[0]]).toEqual([7, 14]);
});
