import { type BoostingOptions, boosting, type Checkpoint, loadModel, type Model, squaredError } from "@cambium/core";
import { describe, expect, it } from "vitest";
import { failureOf } from "../support/failure-of.ts";

const ROWS = 300;
const a = Float64Array.from({ length: ROWS }, (_, row) => (row * 7919) % 101);
const b = Float64Array.from({ length: ROWS }, (_, row) => (row * 104_729) % 89);
const table = { a, b, y: a.map((value, row) => Math.abs(value - b[row]) / 9 + ((row * 31) % 17) / 8) };
const options: BoostingOptions = { rowSample: 0.6, maxDepth: 3 };
const digest = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** The rounds after which something was kept, and what; `kept` is there before the first. */
async function keeping(rounds: number, every?: number, kept?: Uint8Array | null, run: object = {}) {
  const saved: Model[] = [];
  const save = (bytes: Uint8Array) => void saved.push(loadModel(bytes));
  const checkpoint = { save, ...(every && { every }), ...(kept !== undefined && { load: () => kept }) };
  const model = await boosting({ ...options, rounds }).fit(table, { target: "y", checkpoint, ...run });
  return { model, saved, rounds: saved.map(({ ensemble }) => ensemble.trees.length) };
}

describe("a checkpoint", () => {
  it("is kept after every tenth round, or as often as is asked", async () => {
    expect((await keeping(25)).rounds).toEqual([10, 20]);
    expect((await keeping(7, 3)).rounds).toEqual([3, 6]);
  });

  it("has the model of the rounds so far, and changes none of their bytes", async () => {
    const { model, saved } = await keeping(6, 2);
    expect(digest(model.toBytes())).toBe(
      digest((await boosting({ ...options, rounds: 6 }).fit(table, { target: "y" })).toBytes()),
    );
    for (const one of saved) {
      const rounds = one.ensemble.trees.length;
      expect(digest(one.toBytes())).toBe(digest(model.slice(0, rounds).toBytes()));
    }
  });

  it("is gone on from, to as many rounds as were asked for; where nothing was kept the fit begins anew", async () => {
    const { model, saved } = await keeping(9, 4);
    const bytes = digest(model.toBytes());
    const rest = await keeping(9, 1, saved[0].toBytes());
    expect([digest(rest.model.toBytes()), rest.rounds]).toEqual([bytes, [5, 6, 7, 8, 9]]);
    expect(digest((await keeping(9, 4, null)).model.toBytes())).toBe(bytes);
    expect(digest((await keeping(9, 4, undefined, {})).model.toBytes())).toBe(bytes);
  });

  it("counts the rounds of a model that the fit goes on from besides", async () => {
    const continueFrom = (await keeping(3)).model;
    const { model, saved } = await keeping(4, 5, null, { continueFrom });
    expect([model.ensemble.trees.length, saved.length]).toEqual([7, 1]);
    const again = await keeping(4, 5, saved[0].toBytes(), { continueFrom });
    expect(digest(again.model.toBytes())).toBe(digest(model.toBytes()));
  });

  it("has all rounds where early stopping keeps the best, so that the fit ends where it would have", async () => {
    const validation = { a, b, y: table.y.map((value) => 5 - value) };
    const earlyStopping = { patience: 4 };
    const trained = (checkpoint?: object) =>
      boosting({ ...options, rounds: 50, earlyStopping }).fit(table, {
        ...{ target: "y", validation },
        ...(checkpoint && { checkpoint: checkpoint as never }),
      });
    const kept: Uint8Array[] = [];
    const whole = await trained({ every: 1, save: (bytes: Uint8Array) => kept.push(bytes) });
    expect(whole.ensemble.trees.length).toBeLessThan(kept.length);
    for (const bytes of kept) {
      const rest = await trained({ save: () => {}, load: () => bytes });
      expect(digest(rest.toBytes())).toBe(digest(whole.toBytes()));
    }
  });

  it.each<[string, object, string]>([
    ["that can not save", { every: 2 }, "fit: checkpoint expects save, a function that keeps bytes, got none"],
    ["after no round", { save() {}, every: 0 }, "fit: checkpoint: every expects a whole number >= 1, got 0"],
    [
      "that gives text",
      { save() {}, load: () => "model" },
      'fit: checkpoint: load should give bytes, or null, got "model"',
    ],
  ])("is refused: one %s", async (_what, checkpoint, message) => {
    const fit = () => boosting(options).fit(table, { target: "y", checkpoint: checkpoint as never });
    expect(await failureOf(fit)).toBe(`bad-option | cambium: ${message}`);
  });

  it("is refused where a bit was flipped, or where it was cut short, before the first round", async () => {
    const tiny = { a: [1, 2, 3, 4], y: [1, 2, 2, 4] };
    let bytes = new Uint8Array(0);
    let rounds = 0;
    const train = (checkpoint: Checkpoint) =>
      boosting({ rounds: 2, maxDepth: 1 }).fit(tiny, { target: "y", checkpoint, onRound: () => void rounds++ });
    await train({
      every: 1,
      save: (kept) => {
        bytes = kept;
      },
    });
    expect([bytes.length > 0, rounds]).toEqual([true, 2]);
    rounds = 0;
    const save = () => {};
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at] ^= 1 << (at % 8);
      for (const damaged of [flipped, bytes.slice(0, at)]) {
        expect(await failureOf(() => train({ save, load: () => damaged }))).toMatch(/^(bad|newer)-model \| /);
      }
    }
    expect(rounds).toBe(0);
  });

  it("is refused where it is of another loss", async () => {
    const { saved } = await keeping(2, 2);
    const loss = { ...squaredError(), spec: { name: "mine", parameters: {} } };
    const checkpoint = { save() {}, load: () => saved[0].toBytes() };
    const fit = () => boosting({ ...options, loss }).fit(table, { target: "y", checkpoint });
    expect(await failureOf(fit)).toContain("fit: checkpoint: the model has the loss");
  });
});
