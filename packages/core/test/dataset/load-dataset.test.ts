import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import { boosting, CambiumError, cart, createDataset, type Learner, loadDataset } from "../../src/index.ts";
import { failureOf } from "../support/failure-of.ts";

const rows = Array.from({ length: 300 }, (_, row) => row);
const table = {
  narrow: Float32Array.from(rows, (row) => (row % 7 === 0 ? Number.NaN : (row * 37) % 101)),
  wide: rows.map((row) => ((row * 7919) % 1009) / 3),
  kind: rows.map((row) => (row % 11 === 0 ? null : `kind ${(row * 5) % 4} ü`)),
  id: rows.map((row) => 1000 - row),
  w: rows.map((row) => 1 + (row % 3)),
  y: rows.map((row) => ((row * 37) % 101) - row / 9),
  c: rows.map((row) => ((row * 37) % 101 > 50 ? "yes" : "no")),
};

const regression = { target: "y", features: ["narrow", "wide", "kind"], weight: "w", rowKey: "id", maxBins: 40 };
const classification = { target: "c", features: ["narrow", "wide"] };

/** Other text in a header, as long as what it stands for. */
function rename(bytes: Uint8Array, from: string, to: string): void {
  const at = Buffer.from(bytes).indexOf(from);
  expect([at > 0, from.length]).toEqual([true, to.length]);
  bytes.set(Buffer.from(to), at);
}

describe("loadDataset", () => {
  it("gives back a dataset that trains the same model, and has its bins", async () => {
    const dataset = await createDataset(table, regression);
    const loaded = await loadDataset(dataset.toBytes());
    expect(loaded).toEqual(dataset);
    const learners: Learner[] = [
      boosting({ splitter: "histogram", maxBins: 40, rounds: 5, rowSample: 0.5 }),
      boosting({ splitter: "histogram", rounds: 3 }),
      cart(),
    ];
    for (const learner of learners) {
      expect((await learner.fit(loaded)).toBytes()).toEqual((await learner.fit(dataset)).toBytes());
    }
    const pacer = createPacer();
    for (const feature of [0, 1, 2]) {
      expect(await loaded.binned(feature, 40, pacer)).toEqual(await dataset.binned(feature, 40, pacer));
    }
    expect(loaded.toBytes()).toEqual(dataset.toBytes());
  });

  it("does so for classes, without bins and weights, from the middle of a buffer", async () => {
    const dataset = await createDataset(table, classification);
    const bytes = dataset.toBytes();
    const around = new Uint8Array(bytes.length + 5);
    around.set(bytes, 3);
    const loaded = await loadDataset(around.subarray(3, 3 + bytes.length));
    expect(loaded).toEqual(dataset);
    expect((await cart().fit(loaded)).toBytes()).toEqual((await cart().fit(dataset)).toBytes());
  });

  it("refuses what is no dataset", async () => {
    expect(await failureOf(() => loadDataset(new Uint8Array(0)))).toBe(
      'bad-dataset | cambium: this is not a Cambium dataset: it begins with "", expected "CAMD"',
    );
    expect(await failureOf(() => loadDataset("data.bin" as unknown as Uint8Array))).toBe(
      'bad-dataset | cambium: loadDataset expects the bytes that toBytes() gives, got "data.bin"',
    );
    const model = await cart().fit({ n: [1, 2], y: [1, 2] }, { target: "y" });
    expect(await failureOf(() => loadDataset(model.toBytes()))).toContain('it begins with "CAMB"');
    const newer = (await createDataset(table, classification)).toBytes();
    newer[4] = 2;
    expect(await failureOf(() => loadDataset(newer))).toContain(
      "has format 2, and this version of Cambium reads up to 1",
    );
  });

  it("refuses bytes that were cut short, at any place", async () => {
    const bytes = (await createDataset({ n: [1, 2, 2], y: [1, 2, 3] }, { target: "y", maxBins: 2 })).toBytes();
    for (let length = 0; length < bytes.length; length++) {
      expect(await failureOf(() => loadDataset(bytes.slice(0, length)))).toMatch(/^bad-dataset \| /);
    }
    expect(await failureOf(() => loadDataset(Uint8Array.of(...bytes, 0)))).toContain("the dataset is damaged: it has");
  });

  it.each<[string, (text: string) => string, string]>([
    ["a column twice", (text) => text.replace('"narrow"', '"kind"  '), "two of its columns share a name"],
    ["other cuts", (text) => text.replace('"cuts":[39,39]', '"cuts":[39   ]'), "cuts should have a number for each"],
    ["categories out of order", (text) => text.replace("kind 0", "kind 9"), "should be in order"],
    [
      "another task",
      (text) => text.replace('"regression"', '"ranking"   '),
      "should be one of classification, regression",
    ],
    ["no rows", (text) => text.replace('"rowCount":300', '"rowCount":0  '), "rowCount should be a whole number from 1"],
    ["rows that are not there", (text) => text.replace('"rowCount":300', '"rowCount":999'), "expected"],
  ])("refuses a header with %s", async (_what, change, sentence) => {
    const bytes = (await createDataset(table, regression)).toBytes();
    const length = new DataView(bytes.buffer).getUint32(8, true);
    const text = change(String.fromCharCode(...bytes.subarray(16, 16 + length)));
    expect(text.length).toBe(length);
    for (let i = 0; i < length; i++) bytes[16 + i] = text.charCodeAt(i);
    expect(await failureOf(() => loadDataset(bytes))).toMatch(new RegExp(`^bad-dataset .*${sentence}`));
  });

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => void, string]>([
    [
      "its target",
      (bytes) => rename(bytes, '"offsetColumns":["off"]', '"offsetColumns":["y"]  '),
      "its offset is one of its",
    ],
    [
      "a feature",
      (bytes) => rename(bytes, '"offsetColumns":["off"]', '"offsetColumns":["n"]  '),
      "its offset is one of its",
    ],
    [
      "no name",
      (bytes) => rename(bytes, '"offsetColumns":["off"]', '"offsetColumns":true   '),
      "offsetColumns should be a list",
    ],
    [
      "a list of none",
      (bytes) => rename(bytes, '"offsetColumns":["off"]', '"offsetColumns":[]     '),
      "it has offsets of no columns",
    ],
    [
      "no number",
      (bytes) => {
        const view = new DataView(bytes.buffer);
        // Behind the numbers of the target, of which there are four.
        view.setFloat64(16 + view.getUint32(8, true) + 4 * 8 + 8, Number.NaN, true);
      },
      'offset: column "off" has NaN in row 2',
    ],
  ])("refuses a dataset whose offset is %s", async (_what, change, sentence) => {
    const small = { n: [3, 1, null, 2], off: [0, 1, 0.5, -1], y: [1, 2, 3, 4] };
    const bytes = (await createDataset(small, { target: "y", offset: "off" })).toBytes();
    change(bytes);
    expect(await failureOf(() => loadDataset(bytes))).toContain(sentence);
  });

  it("loads a dataset that trains, or refuses it, whichever byte was changed", async () => {
    const small = { n: [3, 1, null, 2], k: ["a", "b", null, "a"], y: ["u", "v", "u", "u"] };
    const dataset = await createDataset(small, { target: "y", weight: [1, 2, 3, 4], maxBins: 2 });
    const bytes = dataset.toBytes();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] ^= 0x81;
      const loaded = await loadDataset(changed).catch((error: unknown) => {
        if (error instanceof CambiumError) return null;
        throw error;
      });
      await (loaded && cart({ splitter: "histogram", maxBins: 2 }).fit(loaded));
    }
  });
});
