import { boosting } from "cambium";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ISOLATED, inPage, launchChromium, policy } from "../support/in-page.ts";
import { predictedFigures, rowsToPredict } from "../support/predict-figures.ts";
import { scriptOf } from "../support/script-of.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath) console.log("cambium: no Chromium found (CHROME_PATH), so nothing was predicted in one");

describe.skipIf(!executablePath)("a model that a page loads by cambium/predict", () => {
  let browser: Browser;
  let scripts: Readonly<Record<string, string>>;
  let bytes: number[];
  let expected: string[];

  beforeAll(async () => {
    const { x, kind } = rowsToPredict();
    const y = Array.from(x, (value, row) => (value > 300 || row % 5 === 2 ? "yes" : "no"));
    const learner = boosting({ rounds: 30, seed: 1 });
    const model = await learner.fit({ x, kind, y }, { target: "y", task: "classification", threads: 1 });
    bytes = Array.from(model.toBytes());
    expected = await predictedFigures(bytes);
    scripts = {
      "/library.js": await scriptOf(`export { predictedFigures } from "./predict-figures.ts";`),
      "/page.js": `import * as library from "/library.js"; Object.assign(globalThis, library);`,
      "/worker.js": `import { predictedFigures } from "/library.js";
        onmessage = async ({ data }) => postMessage(await predictedFigures(data));`,
    };
    browser = await launchChromium(executablePath);
  });
  afterAll(() => browser?.close());

  function figuresIn(headers: Record<string, string>, code: string): Promise<string[]> {
    return inPage(browser, { scripts, headers }, (page) => page.evaluate<string[]>(code));
  }

  test("says the same in all ways, on one thread and on several, in Node", () => {
    expect([expected[1], expected[2], expected[4]]).toEqual([expected[0], expected[0], expected[3]]);
  });

  test.each<[string, Record<string, string>]>([
    ["is isolated", ISOLATED],
    ["is not", {}],
    ["forbids WebAssembly", { ...ISOLATED, ...policy("script-src 'self'") }],
    [
      "allows no workers from a Blob",
      { ...ISOLATED, ...policy("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'") },
    ],
  ])("says what it says in Node, where the page %s", async (_, headers) => {
    expect(await figuresIn(headers, `predictedFigures(${JSON.stringify(bytes)})`)).toEqual(expected);
  });

  test("says it in a worker of the page, too", async () => {
    const code = `new Promise((resolve, reject) => {
      const worker = new Worker("/worker.js", { type: "module" });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(${JSON.stringify(bytes)});
    })`;
    expect(await figuresIn(ISOLATED, code)).toEqual(expected);
  });
});
