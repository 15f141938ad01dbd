import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treePlot } from "../../src/index.ts";
import { flowersModel, flowersTable } from "../support/example-models.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath) console.log("viz: no Chromium found (CHROME_PATH), so the pointer and the slider were not tried");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

/** Draws `globalThis.spec` as SVG, with its slider below. */
const page = `
  import { compile } from "vega-lite";
  import { parse, View } from "vega";
  globalThis.draw = async (spec) => {
    const view = new View(parse(compile(spec).spec), { renderer: "svg", container: "#plot", bind: "#controls", hover: true });
    await view.runAsync();
  };`;

async function bundle(): Promise<string> {
  const resolveDir = fileURLToPath(new URL(".", import.meta.url));
  const options = { bundle: true, format: "iife", platform: "browser", write: false } as const;
  const { outputFiles } = await build({ ...options, stdin: { contents: page, resolveDir } });
  return outputFiles[0].text;
}

describe.skipIf(!executablePath)("a plot in Chromium", () => {
  let browser: Browser;
  let drawn: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: FLAGS });
    drawn = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    drawn.on("console", (message) => complaints.push(message.text()));
    drawn.on("pageerror", (error) => complaints.push(error.message));
    await drawn.setContent('<!doctype html><div id="plot"></div><div id="controls"></div>');
    await drawn.addScriptTag({ content: await bundle() });
    const spec = treePlot(flowersModel(), { data: flowersTable() });
    await drawn.evaluate(`draw(${JSON.stringify(spec)})`);
  });
  afterAll(() => browser?.close());

  /** The cards that are drawn, by what they tell screen readers; the bright ones only, if asked for. */
  async function cards(bright: boolean): Promise<string[]> {
    const labels: string[] = [];
    for (const card of await drawn.locator('[aria-roledescription="rect mark"]').all()) {
      const label = await card.getAttribute("aria-label");
      if (!bright || (await card.getAttribute("opacity")) === "1") labels.push(label?.replace(/: .*/, "") ?? "");
    }
    return labels;
  }

  test("traces the path of the node under the pointer, and lets go of it", async () => {
    const all = await cards(false);
    expect(all).toHaveLength(9);
    expect(await cards(true)).toEqual(all);
    await drawn.locator('[aria-label^="petal_length_mm > 24.5 and soil is clay"]').hover();
    await expect
      .poll(() => cards(true))
      .toEqual([
        "all rows",
        "petal_length_mm > 24.5",
        "petal_length_mm > 24.5 and soil in {clay, loam}",
        "petal_length_mm > 24.5 and soil is clay",
      ]);
    await drawn.mouse.move(2, 2);
    await expect.poll(() => cards(true)).toEqual(all);
  });

  test("folds and unfolds by the slider", async () => {
    const slide = (depth: string): Promise<void> => drawn.locator("input[type=range]").fill(depth);
    await slide("1");
    await expect.poll(async () => (await cards(false)).length).toBe(3);
    await slide("3");
    await expect.poll(async () => (await cards(false)).length).toBe(9);
  });

  test("has nothing to complain of", () => {
    expect(complaints).toEqual([]);
  });
});
