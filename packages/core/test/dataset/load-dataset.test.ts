import { createPacer } from "@cambium/kernels";
import { describe, expect, it } from "vitest";
import { boosting, CambiumError, cart, createDataset, type Learner, loadDataset } from "../../src/index.ts";
import { fileOf, jsonOf, resealed, sectionsOfFile, withEdit, withJson } from "../support/crafted-file.ts";
import { expectEveryDamageRefused } from "../support/every-damage.ts";
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
    newer[4] = 3;
    expect(await failureOf(() => loadDataset(newer))).toBe(
      "newer-dataset | cambium: the dataset has format 3, and this version of Cambium reads format 2; upgrade cambium",
    );
    newer[4] = 1;
    expect(await failureOf(() => loadDataset(newer))).toBe(
      "bad-dataset | cambium: the dataset has format 1, which was never released, and this version of Cambium reads format 2; make the dataset again",
    );
  });

  it("refuses sections that it does not know, and newer ones, by name", async () => {
    const bytes = (await createDataset(table, classification)).toBytes();
    const sections = sectionsOfFile(bytes);
    const more = fileOf("CAMD", [...sections, { tag: "more", version: 1, contents: new Uint8Array(8) }]);
    expect(await failureOf(() => loadDataset(more))).toContain(
      'newer-dataset | cambium: the dataset has a section "more"',
    );
    const newer = fileOf(
      "CAMD",
      sections.map((one) => (one.tag === "cols" ? { ...one, version: 9 } : one)),
    );
    expect(await failureOf(() => loadDataset(newer))).toContain('has version 9 of the section "cols"');
  });

  it("refuses bytes of which any bit was flipped, or that were cut short at any place", async () => {
    const small = { n: [3, 1, null, 2], k: ["a", "b", null, "a"], id: [1, 2, 3, 4], o: [0, 1, 2, 3], y: [1, 2, 3, 4] };
    const options = { target: "y", weight: [1, 2, 3, 4], rowKey: "id", offset: "o", maxBins: 2 };
    const bytes = (await createDataset(small, options)).toBytes();
    await expectEveryDamageRefused(bytes, loadDataset, ["bad-dataset", "newer-dataset"]);
    expect(await failureOf(() => loadDataset(Uint8Array.of(...bytes, 0)))).toContain("the dataset is damaged: it has");
  });

  it.each([
    ["a column twice", "head", '"narrow"', '"kind"', "two of its columns share a name"],
    ["other cuts", "bins", '"cuts":[39,39]', '"cuts":[39]', "cuts should have a number for each"],
    ["categories out of order", "head", "kind 0", "kind 9", "should be in order"],
    ["another task", "head", '"regression"', '"ranking"', "should be one of classification, regression"],
    ["no rows", "head", '"rowCount":300', '"rowCount":0', "rowCount should be a whole number from 1"],
    ["rows that are not there", "head", '"rowCount":300', '"rowCount":999', "left where 7992 should follow"],
  ])("refuses a file with %s", async (_what, tag, from, to, sentence) => {
    const bytes = (await createDataset(table, regression)).toBytes();
    expect(jsonOf(bytes, tag)).toContain(from);
    const changed = withJson(bytes, tag, (json) => json.replace(from, to));
    expect(await failureOf(() => loadDataset(changed))).toMatch(new RegExp(`^bad-dataset .*${sentence}`));
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ["its target", (bytes) => withJson(bytes, "offs", () => '["y"]'), "its offset is one of its"],
    ["a feature", (bytes) => withJson(bytes, "offs", () => '["n"]'), "its offset is one of its"],
    ["no name", (bytes) => withJson(bytes, "offs", () => "true"), "its offsets should be a list"],
    ["a list of none", (bytes) => withJson(bytes, "offs", () => "[]"), "it has offsets of no columns"],
    [
      "no number",
      // Behind the length of the JSON, the JSON, and the first number.
      (bytes) => withEdit(bytes, "offs", (view) => view.setFloat64(8 + 8 + 8, Number.NaN, true)),
      'offset: column "off" has NaN in row 2',
    ],
  ])("refuses a dataset whose offset is %s", async (_what, change, sentence) => {
    const small = { n: [3, 1, null, 2], off: [0, 1, 0.5, -1], y: [1, 2, 3, 4] };
    const bytes = (await createDataset(small, { target: "y", offset: "off" })).toBytes();
    expect(await failureOf(() => loadDataset(change(bytes)))).toContain(sentence);
  });

  it("loads a dataset that trains, or refuses it, whichever byte and its checksum was changed", async () => {
    const small = { n: [3, 1, null, 2], k: ["a", "b", null, "a"], y: ["u", "v", "u", "u"] };
    const dataset = await createDataset(small, { target: "y", weight: [1, 2, 3, 4], maxBins: 2 });
    const bytes = dataset.toBytes();
    let count = 0;
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] ^= 0x81;
      const loaded = await loadDataset(resealed(changed)).catch((error: unknown) => {
        if (error instanceof CambiumError) return null;
        throw error;
      });
      await (loaded && cart({ splitter: "histogram", maxBins: 2 }).fit(loaded));
      if (loaded) count++;
    }
    expect(count).toBeGreaterThan(50);
  });
});
