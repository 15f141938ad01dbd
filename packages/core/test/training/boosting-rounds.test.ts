import { describe, expect, it } from "vitest";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boosting,
  createDataset,
  crossValidate,
  type DatasetOptions,
  evaluate,
  FitAbortedError,
  gridSearch,
  loadModel,
  logistic,
  type Model,
  type RoundReport,
  squaredError,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { inOrder } from "../support/in-order.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

/** Few rows, much noise: boosting is soon past its best. */
function noisyTable(rows: number, seed: number, ofClasses = false) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: rows }, () => roughlyNormal(random));
  const b = Array.from({ length: rows }, () => roughlyNormal(random));
  const c = a.map(() => "pqr"[Math.floor(3 * random())]);
  const numbers = a.map((x, row) => x + (b[row] > 0 ? 1 : 0) + 2 * roughlyNormal(random));
  return { a, b, c, y: ofClasses ? numbers.map((value) => (value > 0.5 ? "yes" : "no")) : numbers };
}

const train = noisyTable(120, 1);
const validation = noisyTable(60, 2);
const options: BoostingOptions = { rounds: 40, learningRate: 0.3, maxDepth: 3 };

const modelOf = (more: BoostingOptions = {}, run: BoostingFitOptions = {}) =>
  boosting({ ...options, ...more }).fit(train, { target: "y", ...run } as DatasetOptions &
    BoostingFitOptions) as Promise<Model>;

/** The model of the first rounds, grown as such. */
const ofRounds = async (rounds: number, more: BoostingOptions = {}) => (await modelOf({ ...more, rounds })).toBytes();

/** What a model is without its learning curve, which tells of its run. */
const bare = (model: Model) => model.slice(0).toBytes();

const figures = (model: Model, name: string) =>
  model.learningCurve.map(({ validation: of }) => of?.[name] ?? Number.NaN);

describe("a validation set", () => {
  it.each([false, true])(
    "is measured after each round as evaluate measures the model of as many rounds (classes: %s)",
    async (ofClasses) => {
      const [learnFrom, held] = [noisyTable(120, 3, ofClasses), noisyTable(60, 4, ofClasses)];
      const metrics = ofClasses ? (["logLoss", "auc", "accuracy"] as const) : (["rmse", "mae", "r2"] as const);
      const run = { target: "y", validation: held, metrics };
      const model = (await boosting({ ...options, rounds: 6 }).fit(learnFrom, run)) as Model;
      expect(model.learningCurve.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6]);
      for (const { round, trainLoss, validation: of } of model.learningCurve) {
        const shorter = (await boosting({ ...options, rounds: round }).fit(learnFrom, { target: "y" })) as Model;
        const scores = evaluate(shorter, held) as unknown as Record<string, number>;
        for (const name of metrics) expect(of?.[name]).toBeCloseTo(scores[name], 12);
        expect(of?.meanLoss).toBeCloseTo(ofClasses ? scores.logLoss : scores.rmse ** 2 / 2, 12);
        expect(trainLoss).toBeNull();
      }
    },
  );

  it("does not change the trees, and its curve is in the bytes", async () => {
    const watched = await modelOf({}, { validation, metrics: ["rmse"] });
    expect(bare(watched)).toEqual((await modelOf()).toBytes());
    expect(watched.learningCurve).toHaveLength(40);
    expect((await modelOf()).learningCurve).toEqual([]);
    const loaded = loadModel(watched.toBytes());
    expect(loaded.learningCurve).toEqual(watched.learningCurve);
    expect(loaded.toBytes()).toEqual(watched.toBytes());
    expect(watched.slice(0).learningCurve).toEqual([]);
  });

  it("has the same figures for any order of its rows", async () => {
    const turned = Object.fromEntries(
      Object.entries(validation).map(([name, values]) => [name, [...values].reverse()]),
    );
    const metrics = ["rmse", "mae", "medianAbsoluteError"] as const;
    const [one, other] = await Promise.all([validation, turned].map((of) => modelOf({}, { validation: of, metrics })));
    expect(other.learningCurve).toEqual(one.learningCurve);
  });

  it("is weighed by the column that weighs the training rows: a row of weight 2 counts as two", async () => {
    const ones = { ...train, w: train.y.map(() => 1) };
    const weighed = { ...validation, w: validation.y.map((_, row) => row % 3) };
    const copies = validation.y.flatMap((_, row) => new Array<number>(row % 3).fill(row));
    const copied = { ...inOrder(validation, copies), w: copies.map(() => 1) };
    const learner = boosting({ ...options, rounds: 5 });
    const dataset = await createDataset(ones, { target: "y", weight: "w" });
    const [a, b] = [
      await learner.fit(dataset, { validation: weighed }),
      await learner.fit(dataset, { validation: copied }),
    ];
    figures(a, "meanLoss").forEach((loss, i) => {
      expect(loss).toBeCloseTo(figures(b, "meanLoss")[i], 12);
    });
    expect(await failureOf(() => learner.fit(dataset, { validation }))).toBe(
      'unknown-column | cambium: validation: weight: the table has no column "w"; there are "a", "b", "c", "y"',
    );
  });

  it("with categories that training never saw is used, and the report says so", async () => {
    const model = await modelOf({ rounds: 2 }, { validation: { ...validation, c: validation.c.map(() => "z") } });
    expect(model.report).toContain(
      'validation has 60 rows with a category of "c" that training never saw: taken as missing',
    );
  });

  it.each<[string, object, BoostingOptions, string]>([
    [
      "without rows",
      { a: [], b: [], c: [], y: [] },
      {},
      "bad-table | cambium: validation: the table has no rows; expected at least one",
    ],
    [
      "without the target",
      { a: [1], b: [1], c: ["p"] },
      {},
      'unknown-column | cambium: validation: the table has no column "y"; there are "a", "b", "c"',
    ],
    [
      "without a feature",
      { b: [1], c: ["p"], y: [1] },
      {},
      'unknown-column | cambium: validation: the model was trained with a column "a", which the table lacks; there are "b", "c", "y"',
    ],
    [
      "without a value of the target",
      { a: [1], b: [1], c: ["p"], y: [null] },
      {},
      'bad-target | cambium: validation: target "y" is missing in row 1; leave such rows out: nothing can be learned from them',
    ],
    [
      "with a new category, where those are refused",
      { a: [1], b: [1], c: ["z"], y: [1] },
      { unseen: "error" },
      'unknown-category | cambium: validation: column "c" has the category "z" in row 1, which training never saw; it saw "p", "q", "r"',
    ],
  ])("%s is refused", async (_name, table, more, message) => {
    expect(await failureOf(() => modelOf(more, { validation: table as never }))).toBe(message);
  });

  it("with a class that training never saw have its loss left out, and its rows wrong", async () => {
    const classes = noisyTable(30, 5, true);
    const known = { ...classes, y: classes.y };
    const held = { ...classes, y: classes.y.map((label, row) => (row < 2 ? "perhaps" : label)) };
    const fitWith = (validation: object, metrics: readonly ["accuracy", "logLoss"] = ["accuracy", "logLoss"]) =>
      boosting({ rounds: 3 }).fit(classes, { target: "y", validation: validation as never, metrics });
    const model = await fitWith(held);
    const rest = Object.fromEntries(Object.entries(known).map(([name, values]) => [name, values.slice(2)]));
    const ofRest = await fitWith(rest);
    expect(model.report).toContain(
      'validation has 2 rows of class "perhaps", which training never saw: metrics count it as wrong, and the loss leaves it out',
    );
    for (const [round, { validation }] of model.learningCurve.entries()) {
      const other = ofRest.learningCurve[round].validation;
      expect(validation?.loss).toBe(other?.loss);
      expect(validation?.accuracy).toBeCloseTo((Number(other?.accuracy) * 28) / 30, 12);
      expect(validation?.logLoss).toBeCloseTo((Number(other?.logLoss) * 28 + 2 * 52 * Math.LN2) / 30, 12);
    }
    expect(await failureOf(() => fitWith({ ...classes, y: classes.y.map(() => "perhaps") }))).toBe(
      "bad-target | cambium: validation has no row of a class that training saw; pass others",
    );
  });

  it("may have one class only, but no metric that needs two may decide", async () => {
    const classes = noisyTable(60, 6, true);
    const held = { ...noisyTable(10, 7), y: new Array<string>(10).fill("yes") };
    const learner = boosting({ ...options, rounds: 4 });
    const model = (await learner.fit(classes, { target: "y", validation: held, metrics: ["auc"] })) as Model;
    expect(figures(model, "auc")).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    expect(figures(model, "meanLoss").every(Number.isFinite)).toBe(true);
    const byArea = boosting({ ...options, earlyStopping: { patience: 2, metric: "auc" } });
    expect(await failureOf(() => byArea.fit(classes, { target: "y", validation: held }))).toBe(
      'bad-option | cambium: boosting: earlyStopping goes by "auc", which has no value on the validation rows; choose another metric, or other rows',
    );
  });
});

/** By the words of the option, on a whole learning curve. */
function stopByHand(losses: readonly number[], patience: number, minDelta = 0) {
  let best = 1;
  for (let round = 1; round <= losses.length; round++) {
    if (losses[round - 1] < losses[best - 1] - minDelta) best = round;
    if (round - best >= patience) return { best, last: round };
  }
  return { best, last: losses.length };
}

describe("early stopping", () => {
  it.each([
    [1, 0],
    [3, 0],
    [8, 0],
    [3, 0.02],
    [100, 0],
  ])("keeps the rounds up to the best, to the byte (patience %s, minDelta %s)", async (patience, minDelta) => {
    const whole = figures(await modelOf({}, { validation }), "meanLoss");
    const { best, last } = stopByHand(whole, patience, minDelta);
    expect(best).toBeLessThan(40);
    const earlyStopping = { patience, minDelta };
    const model = await modelOf({ earlyStopping }, { validation });
    expect(bare(model)).toEqual(await ofRounds(best));
    expect(figures(model, "meanLoss")).toEqual(whole.slice(0, last));
    const kept = await modelOf({ earlyStopping: { ...earlyStopping, restoreBest: false } }, { validation });
    expect(bare(kept)).toEqual(await ofRounds(last));
  });

  it("says in the report why it ended, and what it kept", async () => {
    const { best, last } = stopByHand(figures(await modelOf({}, { validation }), "meanLoss"), 3);
    const model = await modelOf({ earlyStopping: { patience: 3 } }, { validation });
    expect(model.report).toContain(`early stopping after round ${last} of 40: 3 rounds without a better one`);
    const loss = figures(model, "meanLoss")[best - 1];
    expect(model.report).toContain(
      `the validation rows were predicted best after round ${best}, with meanLoss ${loss}; the model is of ${best} rounds`,
    );
  });

  it("goes by the one metric that it is told, up or down as that is meant", async () => {
    const run = { validation, metrics: ["r2", "mae"] as const };
    const whole = await modelOf({}, run);
    for (const [metric, sign] of [
      ["r2", -1],
      ["mae", 1],
    ] as const) {
      const { best } = stopByHand(
        figures(whole, metric).map((value) => sign * value),
        5,
      );
      const model = await modelOf({ earlyStopping: { patience: 5, metric } }, { validation });
      expect(bare(model)).toEqual(await ofRounds(best));
      expect(Object.keys(model.learningCurve[0].validation ?? {})).toEqual(["meanLoss", metric]);
    }
  });

  it("keeps the best rounds too where there are rounds until the end, or somebody says stop", async () => {
    const { best } = stopByHand(figures(await modelOf({}, { validation }), "meanLoss"), 100);
    const earlyStopping = { patience: 100 };
    expect((await modelOf({ earlyStopping }, { validation })).ensemble.trees).toHaveLength(best);
    const onRound = ({ round }: RoundReport) => (round === best + 2 ? "stop" : undefined);
    const stopped = await modelOf({ earlyStopping }, { validation, onRound });
    expect(bare(stopped)).toEqual(await ofRounds(best));
    expect(stopped.learningCurve).toHaveLength(best + 2);
  });

  it("works with histograms, samples and two classes alike", async () => {
    const classes = noisyTable(150, 8, true);
    const held = noisyTable(80, 9, true);
    const more = { ...options, loss: logistic(), splitter: "histogram", maxBins: 16, rowSample: 0.6, seed: 3 } as const;
    const run = { target: "y", validation: held };
    const { best, last } = stopByHand(figures(await boosting(more).fit(classes, run), "meanLoss"), 4);
    const model = await boosting({ ...more, earlyStopping: { patience: 4 } }).fit(classes, run);
    expect(last).toBeLessThan(40);
    expect(bare(model)).toEqual((await boosting({ ...more, rounds: best }).fit(classes, { target: "y" })).toBytes());
  });

  it("can not be changed once the learner is made", async () => {
    const earlyStopping = { patience: 2 };
    const learner = boosting({ ...options, earlyStopping });
    earlyStopping.patience = 39;
    expect(learner.options).toMatchObject({ earlyStopping: { patience: 2 } });
  });
});

describe("a round that was told of", () => {
  it("ends the fit where a listener says stop, with the model of as many rounds, to the byte", async () => {
    for (const k of [1, 7]) {
      const says = ({ round }: RoundReport) => (round === k ? "stop" : "go on");
      const later = async (report: RoundReport) => says(report);
      for (const run of [{ onRound: says }, { callbacks: [() => {}, says] }, { onRound: later }]) {
        const model = await modelOf({}, run);
        expect(bare(model)).toEqual(await ofRounds(k));
        expect(model.report).toContain(`onRound or a callback said "stop" after round ${k} of 40`);
      }
    }
  });

  it("tells all listeners the same, one after the other, also when the first says stop", async () => {
    const heard: [string, RoundReport][] = [];
    const listener = (name: string, answer?: string) => (report: RoundReport) => {
      heard.push([name, report]);
      return answer;
    };
    await modelOf(
      {},
      { validation, onRound: listener("first", "stop"), callbacks: [listener("second"), listener("third")] },
    );
    expect(heard.map(([name]) => name)).toEqual(["first", "second", "third"]);
    const [report] = heard.map(([, of]) => of);
    expect(heard.every(([, of]) => of === report)).toBe(true);
    expect([report, report.sets, report.validation].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(report).toMatchObject({ round: 1, rounds: 40 });
    expect(report.trainLoss).toBeGreaterThan(0);
    expect(report.validation?.meanLoss).toBeGreaterThan(0);
    expect(report.seconds).toBeGreaterThan(0);
  });
});

/** Takes its time for each round. */
const slow = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("a time limit", () => {
  it("gives the model of the rounds that are done, to the byte", async () => {
    const model = await modelOf({ rounds: 1000 }, { timeLimit: 0.15, onRound: slow(20) });
    const rounds = model.ensemble.trees.length;
    expect(rounds).toBeGreaterThan(0);
    expect(rounds).toBeLessThan(10);
    expect(bare(model)).toEqual(await ofRounds(rounds));
    expect(model.report).toContain(`the time limit of 0.15 seconds was up after round ${rounds}`);
  });

  it("that nothing reaches changes nothing", async () => {
    expect((await modelOf({}, { timeLimit: 1000 })).toBytes()).toEqual(await ofRounds(40));
  });

  it("that is up before the first round is an error that says so", async () => {
    expect(await failureOf(() => modelOf({}, { timeLimit: 1e-9 }))).toBe(
      "bad-option | cambium: boosting: the time limit of 1e-9 seconds was up before the first round was done; allow more",
    );
  });
});

describe("an aborted fit", () => {
  async function abortAfter(rounds: number, more: BoostingOptions = {}): Promise<FitAbortedError> {
    const controller = new AbortController();
    const onRound = ({ round }: RoundReport) => {
      if (round === rounds) controller.abort(new Error("enough"));
    };
    const run = { signal: controller.signal, onRound, ...(more.earlyStopping && { validation }) };
    return modelOf(more, run).then(
      () => expect.unreachable(),
      (error) => error,
    );
  }

  it("rejects with an error that is named as fetch names its own, and carries the model so far", async () => {
    const error = await abortAfter(5);
    expect(error).toBeInstanceOf(FitAbortedError);
    expect(error).toMatchObject({
      name: "AbortError",
      code: "aborted",
      message: "cambium: boosting: the fit was aborted after 5 rounds: enough",
      cause: new Error("enough"),
    });
    expect(error.model?.toBytes()).toEqual(await ofRounds(5));
    expect(error.model?.learningCurve).toHaveLength(5);
  });

  it("carries the best rounds where early stopping would keep those", async () => {
    const { best } = stopByHand(figures(await modelOf({}, { validation }), "meanLoss"), 100);
    const error = await abortAfter(best + 3, { earlyStopping: { patience: 100 } });
    expect(bare(error.model as Model)).toEqual(await ofRounds(best));
  });

  it("drops the round that was under way", async () => {
    const controller = new AbortController();
    let calls = 0;
    const loss = {
      ...squaredError(),
      derivatives(...given: Parameters<ReturnType<typeof squaredError>["derivatives"]>) {
        squaredError().derivatives(...given);
        if (++calls < 4) return;
        controller.abort();
        // Longer than a fit goes on without a pause.
        for (const until = performance.now() + 10; performance.now() < until; );
      },
    };
    const end = await modelOf({ loss }, { signal: controller.signal }).catch((error: unknown) => error);
    expect(end).toBeInstanceOf(FitAbortedError);
    expect((end as FitAbortedError).model?.toBytes()).toEqual(await ofRounds(3));
    expect((end as FitAbortedError).cause).toBe(controller.signal.reason);
  });

  it("rejects cross-validation and searches with the signal's own reason", async () => {
    const controller = new AbortController();
    const onFold = () => controller.abort("enough");
    const learner = boosting({ rounds: 3 });
    const { signal } = controller;
    await expect(crossValidate(learner, train, { target: "y", signal, onFold })).rejects.toBe("enough");
    const found = await gridSearch(
      ({ rounds }: { rounds: number }) => boosting({ rounds }),
      { rounds: [1, 10_000_000] },
      train,
      { target: "y", folds: 2, timeLimit: 0.3 },
    );
    expect(found).toMatchObject({ complete: false, best: { parameters: { rounds: 1 } } });
  });
});
