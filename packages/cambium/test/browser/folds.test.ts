import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FOLD_SCRIPT } from "../support/fold-learners.ts";
import { inPage, launchChromium, policy } from "../support/in-page.ts";
import { scriptOf } from "../support/script-of.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath) console.log("cambium: no Chromium found (CHROME_PATH), so no folds were fitted in one");

const NAMES = ["tree", "histogram", "early"];

describe.skipIf(!executablePath)("folds in the workers of a page", () => {
  let browser: Browser;
  let scripts: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const script = await scriptOf(FOLD_SCRIPT);
    scripts = {
      ...Object.fromEntries(NAMES.map((name) => [`/folds.js?of=${name}`, script])),
      // What it is sent while it waits, a worker does not hear.
      "/late.js?of=tree": `await new Promise((done) => setTimeout(done, 500)); ${script}`,
      "/library.js": await scriptOf(
        `export { crossValidate } from "cambium"; export { foldWorkers } from "cambium/workers"; export { foldTable, learners } from "./fold-learners.ts";`,
      ),
      "/page.js": `import * as library from "/library.js"; Object.assign(globalThis, library);`,
    };
    browser = await launchChromium(executablePath);
  });
  afterAll(() => browser?.close());

  /** What cross-validation comes to here, and what by workers. */
  function bothWays(name: string, address: string, headers: Record<string, string> = {}): Promise<[unknown, unknown]> {
    const code = `(async () => {
      const workers = foldWorkers(() => new Worker(${JSON.stringify(address)}, { type: "module" }), 2);
      const run = { target: "two", features: ["a", "b", "colour"], seed: 2, predictions: true };
      const here = await crossValidate(learners.${name}, foldTable(400), run);
      const there = await crossValidate(learners.${name}, foldTable(400), { ...run, workers });
      workers.end();
      return [here, there];
    })()`;
    return inPage(browser, { scripts, headers }, (page) => page.evaluate<[unknown, unknown]>(code));
  }

  test.each(NAMES)("come to what they come to in the page: %s", async (name) => {
    const [here, there] = await bothWays(name, `/folds.js?of=${name}`, policy("script-src 'self' 'wasm-unsafe-eval'"));
    expect(there).toEqual(here);
    expect(here).toMatchObject({ scores: [{}, {}, {}, {}, {}] });
  });

  test("are fitted by a worker that takes its time before it serves", async () => {
    const [here, there] = await bothWays("tree", "/late.js?of=tree");
    expect(there).toEqual(here);
  });

  test("end in an error where the script is not there", async () => {
    await expect(bothWays("tree", "/none.js")).rejects.toThrow(
      /foldWorkers: a worker failed: a worker could not be loaded/,
    );
  });
});
