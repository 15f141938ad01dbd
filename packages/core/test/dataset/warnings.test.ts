import { afterEach, describe, expect, it, vi } from "vitest";
import {
  adaBoost,
  boosting,
  type CambiumWarning,
  cart,
  createDataset,
  loadDataset,
  loadModel,
  logistic,
  refreshLeaves,
  squaredError,
} from "../../src/index.ts";
import { everyLearner, named } from "../support/every-learner.ts";
import { failureOf } from "../support/failure-of.ts";

type Columns = Record<string, ArrayLike<unknown>>;
const target = { target: "y" };
const x = Array.from({ length: 40 }, (_, row) => Math.sin(row));
const sane = { x, y: x.map((value) => value * value) };

async function codesOf(table: Columns, options = {}): Promise<string[]> {
  const { warnings } = await createDataset(table, { ...target, ...options });
  return warnings.map(({ code, column }) => `${code} ${column}`);
}

async function hear(run: (onWarning: (warning: CambiumWarning) => void) => Promise<unknown>): Promise<string[]> {
  const told: string[] = [];
  await run(({ code, column }) => void told.push(`${code} ${column}`));
  return told;
}

afterEach(() => vi.restoreAllMocks());

describe("what is warned of", () => {
  const twos = x.map((value) => (value > 0 ? 1 : 0));
  const names = twos.map((value) => (value === 1 ? "yes" : "no"));
  const many = (rows: number, count: number) => ({
    city: Array.from({ length: rows }, (_, row) => `c${(row * 7) % count}`),
    y: Array.from({ length: rows }, (_, row) => row % 5),
  });

  it.each<[string, Columns, object, string[]]>([
    ["nothing of sane data", sane, {}, []],
    ["a target of two numbers", { x, y: twos }, {}, ["two-valued-target y"]],
    ["not where the task is given", { x, y: twos }, { task: "regression" }, []],
    ["not of classes", { x, y: twos }, { task: "classification" }, []],
    ["not of three numbers", { x, y: twos.map((value, row) => (row === 9 ? 2 : value)) }, {}, []],
    ["a target of one number", { x, y: x.map(() => 7) }, {}, ["constant-target y"]],
    ["a target of one class", { x, y: x.map(() => "a") }, {}, ["constant-target y"]],
    ["not of a single row", { x: [1], y: [1] }, {}, []],
    ["numbers that are the target's", { ...sane, copy: sane.y }, {}, ["equals-target copy"]],
    ["the same in 32 bits", { ...sane, copy: Float32Array.from(sane.y) }, {}, ["equals-target copy"]],
    ["not with one other number", { ...sane, copy: sane.y.map((v, row) => (row === 39 ? v + 1 : v)) }, {}, []],
    ["not with a missing number", { ...sane, copy: sane.y.map((v, row) => (row === 39 ? null : v)) }, {}, []],
    ["classes that are the target's", { x, copy: names, y: names }, {}, ["equals-target copy"]],
    ["a few of them", { x: [1, 2, 3], copy: ["a", "b", "b"], y: ["a", "b", "b"] }, {}, ["equals-target copy"]],
    ["other names for the classes", { x, code: twos, y: names }, {}, ["equals-target code"]],
    ["truth values for them", { x, code: twos.map(Boolean), y: names }, {}, ["equals-target code"]],
    ["names for a target of two numbers", { x, code: names, y: twos }, { task: "regression" }, ["equals-target code"]],
    ["not other names in a few rows", { code: [1, 2, 2], y: ["a", "b", "b"] }, {}, []],
    ["not names of more than the classes", { x, code: names.map((v, row) => (row === 0 ? "?" : v)), y: names }, {}, []],
    ["not names that tell classes together", { x, code: x.map(() => "same"), y: names }, {}, []],
    [
      "a copy of the target that is listed, too",
      { ...sane, copy: sane.y },
      { features: ["copy"] },
      ["equals-target copy"],
    ],
    ["hundreds of categories", many(1000, 200), {}, ["many-categories city"]],
    ["not fewer", many(1000, 199), {}, []],
    ["not where each has many rows", many(200_000, 200), {}, []],
    ["not where they are declared", many(1000, 200), { types: { city: "categorical" } }, []],
    ["a column without a value", { ...sane, none: x.map(() => null) }, {}, ["empty-column none"]],
    ["not where it is declared", { ...sane, none: x.map(() => null) }, { types: { none: "numeric" } }, []],
  ])("%s", async (_name, table, options, expected) => {
    expect(await codesOf(table, options)).toEqual(expected);
  });

  it("says nothing of a target whose task the loss has", async () => {
    const told = await hear((onWarning) =>
      boosting({ loss: squaredError() }).fit({ x, y: twos }, { ...target, onWarning }),
    );
    expect(told).toEqual([]);
    expect(
      await hear((onWarning) => boosting({ loss: logistic() }).fit({ x, y: twos }, { ...target, onWarning })),
    ).toEqual([]);
  });

  it("has a repair for each", async () => {
    const { warnings } = await createDataset({ x, copy: twos, y: twos }, target);
    expect(warnings.map(({ message }) => message)).toEqual([
      'the target "y" has only the values 0 and 1, and is taken for numbers. For classes pass task: "classification"; to be silent, pass task: "regression".',
      'column "copy" tells the target "y" in every row. If it is not known when the model predicts, leave it out: exclude: ["copy"].',
    ]);
    expect(Object.isFrozen(warnings) && warnings.every(Object.isFrozen)).toBe(true);
  });

  it("tells a tree of adaBoost that is no better than chance", async () => {
    const xor = { a: [0, 0, 1, 1], b: [0, 1, 0, 1], y: ["p", "q", "q", "p"] };
    expect(await hear((onWarning) => adaBoost().fit(xor, { ...target, onWarning }))).toEqual([
      "no-better-than-chance undefined",
    ]);
  });
});

describe("who is told", () => {
  const table = { ...sane, none: x.map(() => null) };
  const expected = ["empty-column none"];

  it.each(named(everyLearner.filter(({ namesOnly }) => !namesOnly)))("a listener, once: %s", async (_name, each) => {
    const y = x.map((value, row) => (each.target === "numbers" ? row % 4 : value > 0 ? "a" : "b"));
    const odd = { x: x.map((value, row) => value + (row % 3)), none: table.none, y };
    expect(await hear((onWarning) => each.learner.fit(odd, { ...target, onWarning }))).toEqual(expected);
    const dataset = await createDataset(odd, target);
    for (let fit = 0; fit < 2; fit++) {
      expect(await hear((onWarning) => each.learner.fit(dataset, { onWarning }))).toEqual(expected);
    }
  });

  it("the console, where there is no listener", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const model = await cart().fit(table, target);
    expect(warn.mock.calls).toEqual([[`cambium: warning: ${model.warnings[0].message}`]]);
    await cart().fit(table, { ...target, onWarning: () => {} });
    await createDataset(table, target);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown]>([
    ["no console", undefined],
    ["a console that warns of nothing", {}],
  ])("nobody, in a host with %s", async (_name, console) => {
    vi.stubGlobal("console", console);
    try {
      expect((await cart().fit(table, target)).warnings).toHaveLength(1);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("rejects with what the listener throws, before anything is learned", async () => {
    const onNode = vi.fn();
    const onWarning = () => {
      throw new Error("not with me");
    };
    await expect(cart().fit(table, { ...target, onWarning, onNode })).rejects.toThrow("not with me");
    expect(onNode).not.toHaveBeenCalled();
  });

  it("is a function", async () => {
    expect(await failureOf(() => cart().fit(table, { ...target, onWarning: 5 as never }))).toBe(
      "bad-option | cambium: cart.fit: onWarning expects a function, got 5",
    );
  });
});

describe("warnings of a model", () => {
  it("stay with its parts and with fresh leaves, and are in no bytes", async () => {
    const table = { ...sane, none: x.map(() => null) };
    const model = await boosting({ rounds: 3, classWeights: undefined as never }).fit(table, {
      ...target,
      onWarning: () => {},
    });
    expect(model.warnings.map(({ code }) => code)).toEqual(["empty-column"]);
    expect(model.slice(0, 2).warnings).toEqual(model.warnings);
    expect((await refreshLeaves(model, table)).warnings).toEqual(model.warnings);
    expect(loadModel(model.toBytes()).warnings).toEqual([]);
    const dataset = await createDataset(table, target);
    expect((await loadDataset(dataset.toBytes())).warnings).toEqual([]);
    expect(model.report.some((line) => line.includes("none"))).toBe(false);
  });

  it("outlive weights of classes", async () => {
    const table = { x, none: x.map(() => null), y: x.map((value) => (value > 0 ? "a" : "b")) };
    const weighed = boosting({ rounds: 2, classWeights: "balanced" });
    expect(await hear((onWarning) => weighed.fit(table, { ...target, onWarning }))).toEqual(["empty-column none"]);
  });
});
