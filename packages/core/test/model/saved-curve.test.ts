import { beforeAll, describe, expect, it } from "vitest";
import { boosting, type ClassMetric, loadModel, type Model } from "../../src/index.ts";
import { withJson } from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";

const table = { a: [1, 2, 3, 4, 5, 6, 7, 8], y: ["p", "p", "q", "p", "q", "q", "p", "q"] };
const odd: ClassMetric = {
  name: "__proto__",
  better: "lower",
  of: ({ actual }) => (actual.length === 3 ? -0 : 1e-310),
};

let model: Model;
let bytes: Uint8Array;

beforeAll(async () => {
  const few = { a: [1, 5, 9], y: ["p", "p", "p"] };
  const validation = { few, __proto: table, größe: table };
  model = await boosting({ rounds: 3, maxDepth: 1 }).fit(table, {
    target: "y",
    validation,
    metrics: ["auc", odd],
    trainMetrics: true,
  });
  bytes = model.toBytes();
});

/** The bytes with another curve, and so many figures behind it instead of its 36. */
function withCurve(curve: unknown, figures = 36): Uint8Array {
  return withJson(bytes, "curv", () => JSON.stringify(curve), new Uint8Array(8 * figures));
}

describe("a saved learning curve", () => {
  it("comes back with every set, every metric and every figure, those that have no value among them", () => {
    const { learningCurve } = loadModel(bytes);
    expect(learningCurve.map(({ round }) => round)).toEqual([1, 2, 3]);
    for (const [i, { sets, trainLoss, validation }] of learningCurve.entries()) {
      expect(Object.keys(sets)).toEqual(["train", "few", "__proto", "größe"]);
      for (const [name, figures] of Object.entries(sets)) {
        expect(Object.keys(figures)).toEqual(["meanLoss", "auc", "__proto__"]);
        expect(figures.meanLoss).toBe(model.learningCurve[i].sets[name].meanLoss);
        expect(figures.auc).toBe(model.learningCurve[i].sets[name].auc);
      }
      expect(sets.few.auc).toBeNaN();
      expect(Object.entries(sets.few)[2]).toEqual(["__proto__", 0]);
      expect(Object.entries(sets.train)[2]).toEqual(["__proto__", 1e-310]);
      expect(trainLoss).toBe(sets.train.meanLoss);
      expect(validation).toBeNull();
    }
  });

  it("is written again to the same bytes, and takes 8 bytes a figure besides the names", () => {
    expect(loadModel(bytes).toBytes()).toEqual(bytes);
    const more = bytes.length - model.slice(0).toBytes().length;
    expect(more).toBeGreaterThan(8 * 36);
    expect(more).toBeLessThan(8 * 36 + 144);
  });

  it("of fits that went on from each other has what each of them measured, at its rounds", async () => {
    const learner = boosting({ rounds: 2, maxDepth: 1 });
    const run = { target: "y" };
    const plain = await learner.fit(table, { ...run, onRound: () => {} });
    const near = await learner.fit(table, { ...run, continueFrom: plain, validation: { near: table } });
    const more = await learner.fit(table, { ...run, continueFrom: near, validation: { near: table } });
    const heard = await learner.fit(table, { ...run, continueFrom: more, onRound: () => {} });
    const far = await learner.fit(table, { ...run, continueFrom: heard, validation: table, metrics: ["auc", odd] });
    const { learningCurve } = loadModel(far.toBytes());
    expect(learningCurve.map(({ round, sets }) => [round, ...Object.keys(sets)])).toEqual([
      ...[3, 4, 5, 6].map((round) => [round, "near"]),
      ...[9, 10].map((round) => [round, "validation"]),
    ]);
    expect(learningCurve.map(({ sets }) => sets)).toEqual(
      far.learningCurve.map(({ sets }) => sets).filter((sets) => Object.keys(sets).length > 0),
    );
    expect(loadModel(far.toBytes()).toBytes()).toEqual(far.toBytes());
  });

  const alone = { first: 1, rounds: 1, sets: ["a"], metrics: [] };

  it.each<[string, unknown, number, string]>([
    ["of no round", [{ ...alone, rounds: 0 }], 0, "its curve[0].rounds should be a whole number from 1 to 2147483648"],
    ["of a round before the first", [{ ...alone, first: 0 }], 1, "its curve[0].first should be a whole number"],
    ["of no rows, however long", [{ ...alone, rounds: 2 ** 31, sets: [] }], 0, "its learning curve is of no rows"],
    ["of one set twice", [{ ...alone, sets: ["a", "a"] }], 2, "its learning curve names one of its sets twice"],
    [
      "of one metric twice",
      [{ ...alone, metrics: ["m", "m"] }],
      3,
      "its learning curve names one of its metrics twice",
    ],
    ["of two losses", [{ ...alone, metrics: ["meanLoss"] }], 2, "its learning curve has two mean losses"],
    ["of one round twice", [alone, alone], 2, "the rounds of its learning curve do not ascend"],
    ["with a number for a name", [{ ...alone, sets: [1] }], 1, "its curve[0].sets[0] should be text"],
    ["without metrics", [{ first: 1, rounds: 1, sets: ["a"] }], 1, 'its curve[0] should be a field "metrics"'],
    ["that is no list", alone, 0, "its curve should be a list"],
  ])("%s is refused", async (_name, curve, figures, message) => {
    expect(await failureOf(() => loadModel(withCurve(curve, figures)))).toContain(message);
  });

  it("that is longer or shorter than its figures is refused before it is read", async () => {
    for (const rounds of [1, 2, 4, 2 ** 31]) {
      expect(await failureOf(() => loadModel(withCurve([{ ...alone, rounds }], 3)))).toMatch(
        /its section "curv" has 24 bytes left where \d+ should follow|its section "curv" has \d+ bytes that mean nothing/,
      );
    }
    expect(loadModel(withCurve([{ ...alone, rounds: 3 }], 3)).learningCurve).toHaveLength(3);
    expect(loadModel(withCurve([alone, { ...alone, first: 7, rounds: 2 }], 3)).learningCurve).toHaveLength(3);
  });
});
