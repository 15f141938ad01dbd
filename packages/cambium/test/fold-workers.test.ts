import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  CambiumError,
  type CambiumWarning,
  type CrossValidateOptions,
  crossValidate,
  focal,
  gridSearch,
  type Learner,
  logistic,
  randomSearch,
} from "cambium";
import { type FoldWorkers, foldWorkers, serveFolds } from "cambium/workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FOLD_SCRIPT, foldTable, learners } from "./support/fold-learners.ts";
import { scriptOf } from "./support/script-of.ts";

const folder = mkdtempSync(join(tmpdir(), "cambium-folds-"));
const script = join(folder, "folds.mjs");
const table = foldTable(400);
const features = ["a", "b", "colour"];

let started: Worker[] = [];
const pools: FoldWorkers[] = [];

beforeAll(async () => writeFileSync(script, await scriptOf(FOLD_SCRIPT)));
afterEach(() => {
  for (const pool of pools.splice(0)) pool.end();
  started = [];
});
afterAll(() => rmSync(folder, { recursive: true }));

function workersOf(name: keyof typeof learners, count = 2): FoldWorkers {
  const workers = foldWorkers(() => {
    const worker = new Worker(script, { argv: [name] });
    started.push(worker);
    return worker;
  }, count);
  pools.push(workers);
  return workers;
}

async function codeOf(run: () => Promise<unknown>): Promise<string> {
  const error = await run().then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof CambiumError ? `${error.code} | ${error.message}` : String(error);
}

describe("folds in workers", () => {
  const cases: [keyof typeof learners, Partial<CrossValidateOptions>][] = [
    ["tree", { target: "two" }],
    ["tree", { target: "number", weight: "heavy" }],
    ["exact", { target: "two", folds: 3, metrics: ["logLoss"] }],
    ["histogram", { target: "number", weight: Float64Array.from(table.heavy) }],
    ["forest", { target: "three", stratify: false }],
    ["formula", { target: "number", offset: "a", features: ["b", "colour"] }],
    ["classes", { target: "three", group: "heavy", folds: 3 }],
    ["classes", { target: "three", offset: ["a", "number", "number"], features: ["b", "colour"] }],
    ["early", { target: "two", weight: "heavy" }],
    ["early", { target: "number", folds: 7 }],
    ["precise", { target: "number" }],
    ["histogram", { target: "two", rowKey: "key" }],
  ];
  it.each(cases)("come to what they come to here: %s (case %#)", async (name, given) => {
    const options = { seed: 2, predictions: true, features, ...given } as CrossValidateOptions;
    const learner = learners[name] as Learner;
    const here = await crossValidate(learner, table, options);
    const reports: number[] = [];
    const onFold = ({ fold }: { readonly fold: number }) => void reports.push(fold);
    const there = await crossValidate(learner, table, { ...options, onFold, workers: workersOf(name) });
    expect(there).toEqual(here);
    expect(reports).toEqual(here.folds.map((_, fold) => fold + 1));
    expect(started).toHaveLength(2);
  });

  it("are a search, whose worker makes a learner of each point", async () => {
    const space = { maxDepth: [1, 2, 5] };
    const options = { target: "two", features, folds: 4, refit: true };
    const here = await gridSearch(learners.byDepth, space, table, options);
    const workers = workersOf("byDepth", 3);
    const there = await gridSearch(learners.byDepth, space, table, { ...options, workers });
    expect(there.trials).toEqual(here.trials);
    expect(there.model?.toBytes()).toEqual(here.model?.toBytes());
    await randomSearch(learners.byDepth, space, table, { ...options, trials: 2, workers });
    expect(started).toHaveLength(3);
  });

  it("send their warnings, each of which is told once, and none to the console", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const a = Array.from({ length: 80 }, (_, row) => row % 2);
    const b = a.map((_, row) => (row >> 1) % 2);
    const odd = { id: a.map((_, row) => `id ${row}`), a, b, y: a.map((value, row) => (value === b[row] ? "p" : "q")) };
    const halves = [0, 1].map((half) => {
      const rows = a.map((_, row) => row);
      const isTest = (row: number) => Number(row >= 40) === half;
      return { test: rows.filter(isTest), train: rows.filter((row) => !isTest(row)) };
    });
    const told: string[] = [];
    const options = { target: "y", folds: halves, onWarning: ({ code }: CambiumWarning) => void told.push(code) };
    const found = await crossValidate(learners.stumps, odd, { ...options, workers: workersOf("stumps") });
    expect(told).toEqual(["identifier-left-out", "no-better-than-chance"]);
    expect(found.warnings.map(({ code }) => code)).toEqual(told);
    expect(warn).not.toHaveBeenCalled();
    const onWarning = ({ code }: CambiumWarning) => {
      if (code === "no-better-than-chance") throw new Error("not with me");
    };
    const rejected = crossValidate(learners.stumps, odd, { ...options, onWarning, workers: workersOf("stumps") });
    await expect(rejected).rejects.toThrow("not with me");
    warn.mockRestore();
  });

  it("end with the error that they end with here, and the workers go on", async () => {
    const wrong = { ...table, colour: table.colour.map((colour, row) => (row === 7 ? null : (colour ?? "red"))) };
    // One of two folds trains on that row.
    const run = { target: "two", features: ["colour"], folds: 2 };
    const workers = workersOf("nominal");
    const said = await codeOf(() => crossValidate(learners.nominal, wrong, { ...run, workers }));
    expect(said).toBe(await codeOf(() => crossValidate(learners.nominal, wrong, run)));
    expect(said).toMatch(/^missing-value \| cambium: id3 has no rule for missing values/);
    const whole = { ...wrong, colour: wrong.colour.map((colour) => colour ?? "red") };
    await crossValidate(learners.nominal, whole, { ...run, workers });
    expect(started).toHaveLength(2);
  });

  it("do not begin where a target or an offset is wrong, by its row in the table", async () => {
    const wrong = Array.from(table.number, (y, row) => (row === 300 ? -1 : y));
    const run = { target: "number", features };
    for (const workers of [{}, { workers: workersOf("sizes") }]) {
      expect(
        await codeOf(() => crossValidate(learners.sizes, { ...table, number: wrong }, { ...run, ...workers })),
      ).toBe('bad-target | cambium: target "number" is -1 in row 301; the gamma loss expects targets above 0');
      const byOffset = { ...run, ...workers, offset: "exposure" };
      const exposure = wrong.map((y) => Math.log(y));
      expect(await codeOf(() => crossValidate(learners.sizes, { ...table, exposure }, byOffset))).toMatch(
        /^bad-offset \| cambium: offset: column "exposure" has NaN in row 301;/,
      );
    }
    expect(started).toHaveLength(0);
  });

  it("are refused where a point of a search has functions, which no worker can be sent", async () => {
    const { byLoss } = learners;
    const search = gridSearch(byLoss, { loss: [logistic(), focal()] }, table, {
      target: "two",
      features,
      workers: workersOf("byLoss"),
    });
    expect(await codeOf(() => search)).toMatch(
      /^bad-option \| cambium: gridSearch: trial 1, .* foldWorkers: a worker can not be sent this: .*could not be cloned.*; have the script make what has functions, from a name$/,
    );
  });

  it("are refused where the worker fits another learner", async () => {
    const run = { target: "number", features, workers: workersOf("exact") };
    expect(await codeOf(() => crossValidate(learners.tree, table, run))).toMatch(
      /^bad-option \| cambium: the worker fits another learner; call serveFolds with the one that is cross-validated: cart \{"maxDepth":4\}$/,
    );
  });

  it("are refused for a loss that is compiled in a message that can be read", async () => {
    const run = { target: "number", features, workers: workersOf("exact") };
    const said = await codeOf(() => crossValidate(learners.formula, table, run));
    expect(said).toContain('"value":"k * (s - y)^2"');
    expect(said.length).toBeLessThan(1000);
  });

  it.each([["endless"], ["early"]] as const)("end soon after the signal, and the workers go on: %s", async (name) => {
    const workers = workersOf(name);
    const signal = { aborted: false, reason: new Error("enough") };
    const learner = learners[name];
    const run = { target: "two", features, workers, signal };
    const many = foldTable(name === "early" ? 60_000 : 2000);
    const validating = crossValidate(learner, many, run);
    setTimeout(() => {
      signal.aborted = true;
    }, 500);
    const began = performance.now();
    await expect(validating).rejects.toBe(signal.reason);
    expect(performance.now() - began).toBeLessThan(3000);
    if (name === "early") await crossValidate(learner, table, { target: "two", features, workers });
    expect(started).toHaveLength(2);
  });

  it("end when the time of a search is up", async () => {
    const options = { target: "two", features, workers: workersOf("byDepth"), timeLimit: 1.5 };
    const { trials, complete } = await gridSearch(
      learners.byDepth,
      { maxDepth: Array.from({ length: 500 }, (_, i) => i + 1) },
      table,
      options,
    );
    expect(complete).toBe(false);
    expect(trials.length).toBeGreaterThan(0);
  });

  it.each([["endless"], ["early"]] as const)(
    "end in an error where a worker does, and the next call has another: %s",
    async (name) => {
      const workers = workersOf(name);
      const learner = learners[name];
      const many = foldTable(name === "early" ? 60_000 : 2000);
      const validating = codeOf(() => crossValidate(learner, many, { target: "two", features, workers }));
      setTimeout(() => void started[1].terminate(), 700);
      // On a busy machine the worker may be ended while it starts, and then its code is 0.
      expect(await validating).toMatch(
        /^worker-failed \| cambium: foldWorkers: a worker failed: it ended with code [01]; leave workers out to do without$/,
      );
      if (name === "endless") return;
      await crossValidate(learner, table, { target: "two", features, workers });
      expect(started).toHaveLength(3);
    },
  );

  it("end in an error where the script serves none", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const workers = foldWorkers(() => new Worker("setInterval(() => {}, 1000)", { eval: true }), 1);
      pools.push(workers);
      const validating = codeOf(() => crossValidate(learners.tree, table, { target: "two", features, workers }));
      let isOver = false;
      void validating.finally(() => {
        isOver = true;
      });
      // On a slow machine the timer is set later than this begins.
      while (!isOver) await vi.advanceTimersByTimeAsync(31_000);
      expect(await validating).toMatch(/^worker-failed .* its script did not call serveFolds within 30 s;/);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are none any more after the end", async () => {
    const workers = workersOf("endless");
    const validating = codeOf(() => crossValidate(learners.endless, table, { target: "two", features, workers }));
    setTimeout(() => workers.end(), 300);
    const ended = /^worker-failed \| cambium: foldWorkers: a worker failed: it was ended;/;
    expect(await validating).toMatch(ended);
    const run = { target: "two", features, workers };
    expect(await codeOf(() => crossValidate(learners.endless, table, run))).toMatch(ended);
    expect(await codeOf(() => crossValidate(learners.early, table, run))).toMatch(ended);
    expect(started).toHaveLength(2);
  });

  it("are refused in calls that can not be", async () => {
    const workers = workersOf("exact");
    const run = { target: "two", features, workers };
    const shared = codeOf(() => crossValidate(learners.exact, table, { ...run, shareBins: true }));
    expect(await shared).toMatch(/^bad-option \| cambium: crossValidate: shareBins has no use beside workers/);
    const number = codeOf(() => crossValidate(learners.exact, table, { ...run, workers: 4 as unknown as FoldWorkers }));
    expect(await number).toMatch(/workers expects what foldWorkers of cambium\/workers returns, got 4$/);
    expect(() => foldWorkers(3 as never)).toThrow(/foldWorkers expects a function/);
    expect(() => foldWorkers(() => new Worker(script), 0)).toThrow(/foldWorkers expects a whole number/);
    const none = foldWorkers(() => ({}));
    expect(await codeOf(() => crossValidate(learners.exact, table, { ...run, workers: none }))).toMatch(
      /^worker-failed .* the worker that foldWorkers was given started none;/,
    );
    expect(() => serveFolds(learners.exact, null)).toThrow(/serveFolds expects what a worker hears .*, got null$/);
    expect(() => serveFolds(undefined as never, null)).toThrow(
      /serveFolds expects a learner, or a function that makes one/,
    );
    expect(started).toHaveLength(0);
  });
});
