import { describe, expect, it } from "vitest";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boosting,
  CambiumError,
  crossValidate,
  type DatasetOptions,
  FitFailedError,
  type Model,
  type NumberMetric,
  squaredError,
} from "../../src/index.ts";

const ROUNDS = 20;
const places = Array.from({ length: 80 }, (_, row) => row);
const train = {
  a: places.map((row) => (row * 7919) % 101),
  b: places.map((row) => (row * 104_729) % 89),
  y: places.map((row) => ((row * 7919) % 101) / 9 + ((row * 31) % 17)),
};

const modelOf = (more: BoostingOptions = {}, run: BoostingFitOptions = {}) =>
  boosting({ rounds: ROUNDS, maxDepth: 2, ...more }).fit(train, { target: "y", ...run } as DatasetOptions &
    BoostingFitOptions) as Promise<Model>;

/** The model of the first rounds, grown as such. */
const ofRounds = async (rounds: number) => (await modelOf({ rounds })).toBytes();

/** What a model is without its learning curve, which tells of its run. */
const bare = (model: Model) => model.slice(0).toBytes();

describe("a fit in which something fails", () => {
  const diskFull = new Error("disk full");
  const failAfter = (rounds: number) => {
    let calls = 0;
    return () => {
      if (++calls > rounds) throw diskFull;
    };
  };
  const failing = (run: object, more: BoostingOptions = {}) =>
    modelOf(more, run).then(
      () => expect.unreachable(),
      (error: FitFailedError) => error,
    );
  const lossThat = (fail: () => void) => ({
    ...squaredError(),
    derivatives(...given: Parameters<ReturnType<typeof squaredError>["derivatives"]>) {
      squaredError().derivatives(...given);
      fail();
    },
  });
  const mean: NumberMetric = { name: "mean", better: "lower", of: () => 1 };

  it.each<[string, () => object, number]>([
    ["save of a checkpoint throws", () => ({ checkpoint: { every: 2, save: failAfter(2) } }), 6],
    ["save of a checkpoint rejects", () => ({ checkpoint: { every: 3, save: () => Promise.reject(diskFull) } }), 3],
    ["onRound throws", () => ({ onRound: failAfter(4) }), 5],
    ["a callback rejects", () => ({ callbacks: [async () => failAfter(0)()] }), 1],
    [
      "a metric throws",
      () => {
        const fail = failAfter(4);
        const of = () => {
          fail();
          return 1;
        };
        return { validation: train, metrics: [{ ...mean, of }] };
      },
      4,
    ],
  ])("rejects with an error that carries the model so far, where %s", async (_what, run, rounds) => {
    const error = await failing(run());
    expect(error).toBeInstanceOf(FitFailedError);
    expect(error).toMatchObject({ name: "FitFailedError", code: "fit-failed", cause: diskFull });
    expect(error.message).toBe(
      `cambium: boosting: the fit failed after ${rounds} round${rounds === 1 ? "" : "s"}, whose model this error carries: disk full`,
    );
    expect(bare(error.model)).toEqual(await ofRounds(rounds));
  });

  it("does so where a loss throws, and keeps the code and the message of an error of Cambium's", async () => {
    const plain = await failing({}, { loss: lossThat(failAfter(3)) });
    expect([plain.code, plain.cause, plain.model.ensemble.trees.length]).toEqual(["fit-failed", diskFull, 3]);
    const ours = new CambiumError("bad-option", "the loss is no loss");
    const known = await failing({
      onRound: () => {
        throw ours;
      },
    });
    expect(known).toBeInstanceOf(FitFailedError);
    expect(known).toMatchObject({ code: "bad-option", cause: ours, message: "cambium: the loss is no loss" });
    expect(bare(known.model)).toEqual(await ofRounds(1));
  });

  it("carries the best rounds where early stopping would keep those", async () => {
    // Each round is worse than the one before it.
    let calls = 0;
    const of = () => ++calls;
    const earlyStopping = { patience: 100, metric: { ...mean, of } };
    const error = await failing({ validation: train, onRound: failAfter(7) }, { earlyStopping });
    expect(bare(error.model)).toEqual(await ofRounds(1));
  });

  it("can be gone on from, to the bytes of the whole", async () => {
    const error = await failing({ checkpoint: { every: 5, save: failAfter(1) } });
    const rest = await modelOf({ rounds: ROUNDS - 10 }, { continueFrom: error.model });
    expect(rest.toBytes()).toEqual(await ofRounds(ROUNDS));
  });

  it("rejects with what was thrown where there is no round yet, and in cross-validation", async () => {
    const none = { every: 1, save() {}, load: () => Promise.reject(diskFull) };
    await expect(modelOf({}, { checkpoint: none })).rejects.toBe(diskFull);
    const loss = lossThat(failAfter(4));
    await expect(crossValidate(boosting({ loss, rounds: 9 }), train, { target: "y", folds: 2 })).rejects.toBe(diskFull);
  });
});
