import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adaBoost,
  bagging,
  boosting,
  CambiumError,
  c45,
  cart,
  costComplexity,
  id3,
  type Learner,
  loadModel,
  type Model,
  randomForest,
} from "../../src/index.ts";
import { resealed } from "../support/crafted-file.ts";
import { expectEveryDamageRefused } from "../support/every-damage.ts";

const y = [1, 2.5, -3, 40, 41, 60];
const columns = { n: [1, 2, null, 4, 5, 6], c: ["a", "b", null, "a", "c", "b"], d: ["x", "y", "x", "y", "z", "z"] };
const names = { c: columns.c.map((name) => name ?? "none"), d: columns.d };
const targets = {
  numbers: y,
  classes: y.map((value) => (value > 2 ? "high" : value > 0 ? "middle" : "low")),
  pairs: y.map((value) => value > 2),
};

const grow = (learner: Learner, target: keyof typeof targets, features: object = columns): Promise<Model> =>
  learner.fit({ ...features, y: targets[target] }, { target: "y" });

/** A model of every form that its file can have. */
const forms: [string, () => Promise<Model>][] = [
  ["a tree of numbers with its path", () => grow(cart({ prune: costComplexity({ alpha: 0.01 }) }), "numbers")],
  ["a tree of classes", () => grow(cart(), "classes")],
  ["surrogates", () => grow(cart({ missing: "surrogate" }), "numbers")],
  ["a matrix of costs", () => grow(cart({ cost: { high: { low: 9, middle: 2 }, low: { high: 3 } } }), "classes")],
  ["branches that share rows", () => grow(c45({ minChildWeight: 1, prune: [] }), "classes")],
  ["branches of names", () => grow(id3(), "classes", names)],
  ["boosted trees", () => grow(boosting({ rounds: 2, maxDepth: 2 }), "pairs")],
  ["boosted trees of numbers", () => grow(boosting({ rounds: 2, maxDepth: 2 }), "numbers")],
  [
    "boosted trees with a learning curve",
    () => {
      const { rows, validation } = {
        rows: { ...columns, y },
        validation: { near: { ...columns, y }, far: { ...columns, y } },
      };
      const run = { target: "y", validation, metrics: ["mae"] as const, trainMetrics: true };
      return boosting({ rounds: 2, maxDepth: 2 }).fit(rows, run);
    },
  ],
  [
    "boosted trees on an offset",
    () =>
      boosting({ rounds: 2, maxDepth: 2 }).fit(
        { ...columns, o: columns.n.map(Number), y },
        { target: "y", offset: "o" },
      ),
  ],
  [
    "boosted trees on an offset for each class",
    () => {
      const [o, p, q] = [1, 2, -1].map((factor) => columns.n.map((value) => factor * Number(value)));
      const table = { ...columns, o, p, q, y: targets.classes };
      return boosting({ rounds: 2, maxDepth: 2 }).fit(table, { target: "y", offset: ["o", "p", "q"] });
    },
  ],
  ["AdaBoost", () => grow(adaBoost({ rounds: 2 }), "classes")],
  ["AdaBoost by shares", () => grow(adaBoost({ rounds: 2, kind: "real" }), "pairs")],
  ["AdaBoost by the median", () => grow(adaBoost({ rounds: 2 }), "numbers")],
  ["a forest of votes", () => grow(randomForest({ trees: 2, maxDepth: 2, vote: "majority" }), "classes")],
  ["a forest of means", () => grow(randomForest({ trees: 2, maxDepth: 2 }), "numbers")],
  ["a forest of branches", () => grow(bagging(c45({ minChildWeight: 1 }), { trees: 2 }), "classes")],
];

/**
 * "loaded" where bytes make a model that predicts numbers, else "refused"; any other error, or no end, fails. The bytes get a valid
 * checksum, since whoever crafts a file writes one.
 */
function tryBytes(damaged: Uint8Array): "loaded" | "refused" {
  try {
    const model = loadModel(resealed(damaged));
    const row = Object.fromEntries(model.features.map(({ name, kind }) => [name, kind === "numeric" ? 3 : "a"]));
    for (const name of model.offset) Object.assign(row, { [name]: 0.5 });
    const rows = [row, { ...row, ...Object.fromEntries(model.features.map(({ name }) => [name, null])) }];
    const numbers = [
      ...model.predictScore(rows),
      ...(model.task === "classification" ? model.predictProbability(rows) : model.predict(rows)),
    ];
    if (!numbers.every(Number.isFinite)) throw new Error(`predicts ${numbers}`);
    model.predict(rows);
    model.toBytes();
    return "loaded";
  } catch (error) {
    if (error instanceof CambiumError) return "refused";
    throw error;
  }
}

/** From each place on where a number may stand that one, two of them, or all that follow are changed to this. */
function* withNumbers(bytes: Uint8Array, number: number): Generator<Uint8Array> {
  // Behind the preamble; lengths and versions of sections are no numbers of this size.
  for (let first = 16; first + 8 <= bytes.length; first += 8) {
    for (const count of [1, 2, bytes.length]) {
      const damaged = bytes.slice();
      const view = new DataView(damaged.buffer);
      for (let at = first; at + 8 <= Math.min(bytes.length, first + 8 * count); at += 8) {
        // What is 0, or a list of small whole numbers, is left as it is.
        if (Math.abs(view.getFloat64(at, true)) > 1e-9) view.setFloat64(at, number, true);
      }
      yield damaged;
    }
  }
}

describe.each(forms)("a crafted file of %s", (_name, make) => {
  it("loads and predicts numbers, or is refused, and never hangs, whichever byte was changed", async () => {
    const bytes = (await make()).toBytes();
    const outcomes = { loaded: 0, refused: 0 };
    for (let at = 0; at < bytes.length; at++) {
      for (const flip of [0x01, 0xff]) {
        const damaged = bytes.slice();
        damaged[at] ^= flip;
        outcomes[tryBytes(damaged)]++;
      }
    }
    expect(outcomes.loaded).toBeGreaterThan(50);
    expect(outcomes.refused).toBeGreaterThan(500);
  });

  it("does so where numbers are as large as can be", async () => {
    const bytes = (await make()).toBytes();
    const outcomes = { loaded: 0, refused: 0 };
    for (const large of [Number.POSITIVE_INFINITY, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 999, 5e-324]) {
      for (const damaged of withNumbers(bytes, large)) outcomes[tryBytes(damaged)]++;
    }
    expect(outcomes.loaded).toBeGreaterThan(10);
  });

  it("does so where any few bytes were changed", async () => {
    const bytes = (await make()).toBytes();
    const change = fc.tuple(fc.nat(100_000), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const damaged = bytes.slice();
        for (const [at, byte] of changes) damaged[at % damaged.length] = byte;
        tryBytes(damaged);
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(forms)("a damaged file of %s", (_name, make) => {
  it("is refused, whichever bit was flipped and wherever it was cut short", async () => {
    await expectEveryDamageRefused((await make()).toBytes(), (damaged) => loadModel(damaged), [
      "bad-model",
      "newer-model",
    ]);
  });
});

it("loads or refuses any bytes that begin like a model", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (random) => {
      const damaged = new Uint8Array(20 + random.length);
      damaged.set([67, 65, 77, 66, 2, 0, 0, 0, damaged.length]);
      damaged.set(random, 16);
      expect(tryBytes(damaged)).toBe("refused");
    }),
  );
});
