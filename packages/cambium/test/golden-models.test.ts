import { configureKernels } from "cambium/workers";
import { afterEach, describe, expect, it } from "vitest";
import { type GoldenModel, goldenModels } from "./support/golden-models.ts";

// The table is what any host has to come to: pages of browsers are held to it in test/browser, and other versions of Node,
// Firefox and an emulated ARM by `npm run deep`. A change that means to change models writes it anew, by `vitest -u`.
const TABLE = "../../../fixtures/golden/models.json";

afterEach(() => configureKernels({}));

const hashesOf = (models: Record<string, GoldenModel>) =>
  `${JSON.stringify(Object.fromEntries(Object.entries(models).map(([name, { hash }]) => [name, hash])), null, 2)}\n`;

describe("models of many forms have the bytes that are committed", () => {
  it.each([1, 3])("on as many threads as %i", async (threads) => {
    const models = await goldenModels(threads);
    await expect(hashesOf(models)).toMatchFileSnapshot(TABLE);
    const { report } = models["boosting, many rows, numbers"];
    if (threads > 1) expect(report).toContain(`the binned engine grew the trees on ${threads} threads`);
  });

  it("in plain JavaScript", async () => {
    configureKernels({ module: null });
    await expect(hashesOf(await goldenModels(1))).toMatchFileSnapshot(TABLE);
  });
});
