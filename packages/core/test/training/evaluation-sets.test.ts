import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boosting,
  CambiumError,
  type ClassMetric,
  type ClassPredictions,
  createDataset,
  evaluate,
  type Loss,
  loadModel,
  type MetricChoice,
  type Model,
  metrics,
  type NumberMetric,
  type RoundReport,
  squaredError,
} from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";
import { randomNumbers, roughlyNormal } from "../support/random-numbers.ts";

function noisyTable(rows: number, seed: number, ofClasses = false) {
  const random = randomNumbers(seed);
  const a = Array.from({ length: rows }, () => roughlyNormal(random));
  const b = a.map(() => roughlyNormal(random));
  const numbers = a.map((x, row) => x + (b[row] > 0 ? 1 : 0) + 2 * roughlyNormal(random));
  return { a, b, y: ofClasses ? numbers.map((value) => (value > 0.5 ? "yes" : "no")) : numbers };
}

const rowsOf = (table: ReturnType<typeof noisyTable>) => table.y.map((y, i) => ({ a: table.a[i], b: table.b[i], y }));

const train = noisyTable(120, 1);
const near = noisyTable(60, 2);
const far = noisyTable(50, 3);
const options: BoostingOptions = { rounds: 30, learningRate: 0.3, maxDepth: 3 };
const modelOf = (more: BoostingOptions = {}, run: BoostingFitOptions = {}, table: object = train) =>
  boosting({ ...options, ...more }).fit(table as never, { target: "y", ...run } as never) as Promise<Model>;

const bare = (model: Model) => model.slice(0).toBytes();
const figures = (model: Model, set: string, name: string) => model.learningCurve.map(({ sets }) => sets[set][name]);

/** The best round of a whole curve, by the words of the option. */
function bestOf(values: readonly number[], patience: number, sign = 1): number {
  let best = 0;
  for (let i = 0; i < values.length && i - best < patience; i++) {
    if (sign * values[i] < sign * values[best]) best = i;
  }
  return best + 1;
}

describe("several sets of rows", () => {
  it("are measured each as it would be alone, with all metrics, and so are the training rows where that is asked", async () => {
    const metrics = ["rmse", "mae"] as const;
    const model = await modelOf({ rounds: 8 }, { validation: { near, far }, metrics, trainMetrics: true });
    const sets = { train, near, far };
    expect(Object.keys(model.learningCurve[0].sets)).toEqual(["train", "near", "far"]);
    expect(model.learningCurve[0].validation).toBeNull();
    for (const [name, table] of Object.entries(sets)) {
      const alone = await modelOf({ rounds: 8 }, { validation: table, metrics });
      expect(Object.keys(alone.learningCurve[0].sets)).toEqual(["validation"]);
      for (const [i, { round, sets: found }] of model.learningCurve.entries()) {
        expect(found[name]).toEqual(alone.learningCurve[i].validation);
        const { rmse, mae } = evaluate(model.slice(0, round), table) as unknown as Record<string, number>;
        expect(found[name].rmse).toBeCloseTo(rmse, 12);
        expect(found[name].mae).toBeCloseTo(mae, 12);
      }
    }
    expect(model.learningCurve.map(({ trainLoss }) => trainLoss)).toEqual(figures(model, "train", "meanLoss"));
  });

  it("may be tables of any kind, told from one table of columns by what stands in them", async () => {
    const lists = { near: rowsOf(near), far: new Map(Object.entries(far)) };
    const model = await modelOf({ rounds: 3 }, { validation: lists });
    const plain = await modelOf({ rounds: 3 }, { validation: { near, far } });
    expect(model.toBytes()).toEqual(plain.toBytes());
    const one = await modelOf({ rounds: 3 }, { validation: rowsOf(near) });
    expect(one.learningCurve[2].validation).toEqual(plain.learningCurve[2].sets.near);
    const named = await modelOf({ rounds: 3 }, { validation: { validation: near } });
    expect(named.toBytes()).toEqual(one.toBytes());
  });

  it("measure the training rows with their weights, and without a validation set", async () => {
    const weight = train.y.map((_, row) => row % 3);
    const dataset = await createDataset(train, { target: "y", weight });
    const model = await boosting({ ...options, rounds: 4 }).fit(dataset, { trainMetrics: true, metrics: ["mae"] });
    for (const { round, sets, validation } of model.learningCurve) {
      const { mae } = evaluate(model.slice(0, round), train, { weight }) as unknown as { mae: number };
      expect(sets.train.mae).toBeCloseTo(mae, 12);
      expect(validation).toBeNull();
    }
  });

  it("measure three classes alike, the training rows too", async () => {
    const thirds = (table: ReturnType<typeof noisyTable>) => ({
      ...table,
      y: table.y.map((value) => (Number(value) > 1.5 ? "high" : Number(value) > 0 ? "middle" : "low")),
    });
    const [learnFrom, held] = [thirds(train), thirds(near)];
    const run = { validation: { held }, metrics: ["logLoss", "accuracy"] as const, trainMetrics: true };
    const model = await modelOf({ rounds: 4 }, run, learnFrom);
    for (const { round, sets } of model.learningCurve) {
      for (const [name, table] of [
        ["train", learnFrom],
        ["held", held],
      ] as const) {
        const scores = evaluate(model.slice(0, round), table) as unknown as Record<string, number>;
        for (const metric of run.metrics) expect(sets[name][metric]).toBeCloseTo(scores[metric], 12);
        expect(sets[name].meanLoss).toBeCloseTo(scores.logLoss, 12);
      }
    }
  });

  it("tell listeners of each, and a listener does not change a byte", async () => {
    const heard: RoundReport[] = [];
    const run = { validation: { near, far }, metrics: ["r2"] as const };
    const model = await modelOf({ rounds: 5 }, { ...run, onRound: (report) => void heard.push(report) });
    expect(model.toBytes()).toEqual((await modelOf({ rounds: 5 }, run)).toBytes());
    expect(heard.map(({ sets }) => sets)).toEqual(model.learningCurve.map(({ sets }) => sets));
    const only = await modelOf({ rounds: 5 }, { onRound: () => {} });
    expect(only.learningCurve.map(({ trainLoss }) => typeof trainLoss)).toEqual(new Array(5).fill("number"));
    expect(only.toBytes()).toEqual((await modelOf({ rounds: 5 })).toBytes());
  });

  it.each<[string, BoostingFitOptions["validation"], string]>([
    [
      "called train",
      { train: near },
      'bad-option | cambium: fit: validation: "train" is what the training rows are called; call it otherwise',
    ],
    ["without a name", { "": near }, "bad-option | cambium: fit: validation: a set needs a name; call it otherwise"],
    [
      "without rows",
      { near, far: [] as object[], x: far },
      'bad-table | cambium: validation "far": the table has no rows; expected at least one',
    ],
    [
      "without the target",
      { near, far: { a: [1], b: [1] } },
      'unknown-column | cambium: validation "far": the table has no column "y"; there are "a", "b"',
    ],
    [
      "that is a promise",
      { near, far: Promise.resolve(far) as never },
      'bad-table | cambium: validation "far": got a promise of a table: readers are asynchronous, write `await readCsv(…)`',
    ],
  ])("refuse one %s", async (_name, validation, message) => {
    expect(await failureOf(() => modelOf({}, { validation: validation as never }))).toBe(message);
  });

  it("are refused where the loss can not take their targets, as those of the training rows are", async () => {
    const loss: Loss<"regression"> = {
      ...squaredError(),
      checkTarget({ values }) {
        if (values.some((value) => value > 100)) throw new CambiumError("bad-target", "there is a target above 100");
      },
    };
    const high = { a: [1], b: [1], y: [101] };
    expect(await failureOf(() => modelOf({ loss }, { validation: { near, high } }))).toBe(
      'bad-target | cambium: validation "high": there is a target above 100',
    );
  });
});

describe("early stopping by one of several sets", () => {
  it("goes by the set and the metric that it names, and gives the trees of the whole run up to the best, to the byte", async () => {
    const run = { validation: { near, far }, metrics: ["mae", "r2"] as const, trainMetrics: true };
    const whole = await modelOf({}, run);
    for (const [set, metric, sign] of [
      ["near", "meanLoss", 1],
      ["far", "mae", 1],
      ["far", "r2", -1],
      ["train", "mae", 1],
    ] as const) {
      const best = bestOf(figures(whole, set, metric), 4, sign);
      const model = await modelOf({ earlyStopping: { patience: 4, set, metric } }, run);
      expect(bare(model)).toEqual(whole.slice(0, best).toBytes());
      const rows = set === "train" ? "the training rows" : `the rows of "${set}"`;
      const value = figures(whole, set, metric)[best - 1];
      expect(model.report).toContain(
        `${rows} were predicted best after round ${best}, with ${metric} ${value}; the model is of ${best} round${best === 1 ? "" : "s"}`,
      );
    }
  });

  it("takes the only set that trees do not learn from, whatever its name, and never the training rows unasked", async () => {
    const earlyStopping = { patience: 4 };
    const named = await modelOf({ earlyStopping }, { validation: { far }, trainMetrics: true });
    expect(bare(named)).toEqual(bare(await modelOf({ earlyStopping }, { validation: far })));
  });

  it("keeps the first of rounds that are alike, and counts the others as vain", async () => {
    const constant: NumberMetric = { name: "constant", better: "higher", of: () => 7 };
    const model = await modelOf({ earlyStopping: { patience: 3, metric: constant } }, { validation: near });
    expect(model.learningCurve).toHaveLength(4);
    expect(bare(model)).toEqual((await modelOf({ rounds: 1 })).toBytes());
  });

  it("has the first round for the best so far, whatever its figure", async () => {
    const endless: NumberMetric = { name: "endless", better: "lower", of: () => Number.POSITIVE_INFINITY };
    const model = await modelOf({ earlyStopping: { patience: 3, metric: endless } }, { validation: near });
    expect([model.ensemble.trees.length, model.learningCurve.length]).toEqual([1, 4]);
  });

  it("counts patience from the best round, for any course of a figure", async () => {
    const course = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 10, maxLength: 10 });
    const better = fc.constantFrom("higher" as const, "lower" as const);
    await fc.assert(
      fc.asyncProperty(
        course,
        fc.integer({ min: 1, max: 10 }),
        fc.nat(2),
        better,
        async (values, patience, minDelta, by) => {
          let calls = 0;
          const metric: NumberMetric = { name: "course", better: by, of: () => values[calls++] };
          const earlyStopping = { patience, minDelta, metric };
          const model = await modelOf({ rounds: 10, maxDepth: 1, earlyStopping }, { validation: near });
          let best = 0;
          let last = 0;
          for (; last < 9 && last - best < patience; ) {
            last++;
            const gain = by === "lower" ? values[best] - values[last] : values[last] - values[best];
            if (gain > minDelta) best = last;
          }
          expect(figures(model, "validation", "course")).toEqual(values.slice(0, last + 1));
          expect(model.ensemble.trees).toHaveLength(best + 1);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each<[string, BoostingOptions["earlyStopping"], BoostingFitOptions, string]>([
    [
      "no set of several",
      { patience: 2 },
      { validation: { near, far }, trainMetrics: true },
      'boosting: earlyStopping goes by one set of rows; pass set: one of "train", "near", "far"',
    ],
    [
      "a set that is not there",
      { patience: 2, set: "neer" },
      { validation: { near, far } },
      'boosting: earlyStopping: nothing is measured on a set "neer"; did you mean "near"? there are "near", "far"',
    ],
    [
      "training rows that are not measured",
      { patience: 2, set: "train" },
      { validation: near },
      'boosting: earlyStopping: nothing is measured on a set "train"; pass fit(…, { trainMetrics: true })',
    ],
    [
      "no rows at all",
      { patience: 2 },
      {},
      "boosting: earlyStopping goes by rows that no tree learns from; pass fit(…, { validation })",
    ],
    [
      "another direction than the metric's",
      { patience: 2, metric: "mae", better: "higher" },
      { validation: near },
      'boosting: earlyStopping: better is "higher", but of the metric "mae" lower is better; leave it out',
    ],
    [
      "a figure that has no value",
      { patience: 2, set: "far", metric: { name: "nothing", better: "lower", of: () => Number.NaN } },
      { validation: { near, far } },
      'boosting: earlyStopping goes by "nothing", which has no value on the rows of "far"; choose another metric, or other rows',
    ],
  ])("refuses %s", async (_name, earlyStopping, run, message) => {
    expect(await failureOf(() => modelOf({ ...(earlyStopping && { earlyStopping }) }, run))).toBe(
      `bad-option | cambium: ${message}`,
    );
  });

  it("is what ended the fit, where a listener says so after the same round", async () => {
    const earlyStopping = { patience: 2, restoreBest: false };
    const { ensemble } = await modelOf({ earlyStopping }, { validation: near });
    const last = ensemble.trees.length;
    expect(last).toBeLessThan(30);
    const onRound = ({ round }: RoundReport) => (round === last ? "stop" : "on");
    const { report } = await modelOf({ earlyStopping }, { validation: near, onRound });
    expect(report.join()).toContain(`early stopping after round ${last} of 30`);
  });

  it("takes the direction that a metric has anyway", async () => {
    const earlyStopping = { patience: 3, metric: "r2" } as const;
    const model = await modelOf({ earlyStopping: { ...earlyStopping, better: "higher" } }, { validation: near });
    expect(model.toBytes()).toEqual((await modelOf({ earlyStopping }, { validation: near })).toBytes());
  });
});

describe("a metric of one's own", () => {
  const mine: NumberMetric = {
    name: "mine",
    better: "lower",
    of: ({ predicted, actual, weights }) => metrics.mae(actual, predicted, weights),
  };
  const fit: NumberMetric = {
    name: "fit",
    better: "higher",
    of: ({ predicted, actual, weights }) => -metrics.rmse(actual, predicted, weights),
  };

  it("that is the same as a built-in one has its figures, and stops at the same round", async () => {
    const model = await modelOf({}, { validation: near, metrics: [mine, "mae", fit, "rmse"] });
    expect(figures(model, "validation", "mine")).toEqual(figures(model, "validation", "mae"));
    for (const [own, named] of [
      [mine, "mae"],
      [fit, "rmse"],
    ] as const) {
      const [one, other] = await Promise.all(
        [own, named].map((metric) => modelOf({ earlyStopping: { patience: 3, metric } }, { validation: near })),
      );
      expect(bare(one)).toEqual(bare(other));
      expect(one.learningCurve).toHaveLength(other.learningCurve.length);
    }
  });

  it("of classes is given probabilities and codes", async () => {
    const [learnFrom, held] = [noisyTable(120, 4, true), noisyTable(60, 5, true)];
    const seen: ClassPredictions[] = [];
    const loss: ClassMetric = {
      name: "mine",
      better: "lower",
      of(outcome) {
        seen.push(outcome);
        return metrics.logLoss(outcome.actual, outcome.probabilities, outcome.weights);
      },
    };
    const run = { validation: held, metrics: ["logLoss"] as MetricChoice[] };
    const model = await modelOf({ earlyStopping: { patience: 3, metric: loss } }, run, learnFrom);
    expect(figures(model, "validation", "mine")).toEqual(figures(model, "validation", "logLoss"));
    const named = await modelOf({ earlyStopping: { patience: 3, metric: "logLoss" } }, run, learnFrom);
    expect(bare(model)).toEqual(bare(named));
    expect(seen[0].classCount).toBe(2);
    expect(Array.from(seen[0].actual)).toEqual(held.y.map((label) => (label === "yes" ? 1 : 0)));
  });

  it("is what its name means to early stopping, where fit is given it", async () => {
    const earlyStopping = { patience: 3, metric: "mine" } as unknown as NonNullable<BoostingOptions["earlyStopping"]>;
    const byName = await modelOf({ earlyStopping }, { validation: near, metrics: [mine] });
    expect(bare(byName)).toEqual(
      bare(await modelOf({ earlyStopping: { patience: 3, metric: "mae" } }, { validation: near })),
    );
  });

  it("is loaded with the curve by its name alone", async () => {
    const model = await modelOf({ rounds: 4 }, { validation: near, metrics: [mine, { ...fit, name: "größe" }] });
    const loaded = loadModel(model.toBytes());
    expect(loaded.learningCurve).toEqual(model.learningCurve);
    expect(Object.keys(loaded.learningCurve[3].sets.validation)).toEqual(["meanLoss", "mine", "größe"]);
  });

  it.each<[string, unknown[], string]>([
    [
      "is no metric",
      [{ name: "mine", of: () => 1 }],
      "boosting.fit: metrics expects a list of names of metrics, or of metrics such as metrics.quantile({ level: 0.9 }), got an array of 1",
    ],
    [
      "is called like the mean loss",
      [{ ...mine, name: "meanLoss" }],
      'fit: metrics: metric "meanLoss" is called like a figure that there is; rename it',
    ],
    [
      "has the name of another",
      [{ ...mine, name: "rmse" }, "rmse"],
      'fit: metrics: metric "rmse" is called like a figure that there is; rename it',
    ],
    ["gives no number", [{ ...mine, of: () => "3" }], 'fit: metrics: metric "mine" gave "3"; expected a number'],
  ])("is refused where it %s", async (_name, metrics, message) => {
    expect(await failureOf(() => modelOf({}, { validation: near, metrics: metrics as never }))).toBe(
      `bad-option | cambium: ${message}`,
    );
  });

  it("may be given twice, and is measured once", async () => {
    const model = await modelOf({ rounds: 2 }, { validation: near, metrics: [mine, "mae", mine, "mae"] });
    expect(Object.keys(model.learningCurve[0].sets.validation)).toEqual(["meanLoss", "mine", "mae"]);
  });
});
