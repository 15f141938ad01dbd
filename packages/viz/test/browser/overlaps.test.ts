import fc from "fast-check";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { treePlot } from "../../src/index.ts";
import { FONT } from "../../src/theme/theme.ts";
import { drawnPicture, type MeasureText } from "../support/drawn-shapes.ts";
import { overlapsIn } from "../support/overlaps.ts";
import { fitPlotCase, plotCases } from "../support/random-plots.ts";
import { renderSpec } from "../support/render-spec.ts";

const executablePath = process.env.CHROME_PATH ?? "";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

interface FontText {
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
}

/** How wide the page draws texts, in the font of the plots. */
const MEASURE = `
  const context = document.createElement("canvas").getContext("2d");
  globalThis.widthsOf = (texts) => texts.map(({ text, size, bold }) => {
    context.font = (bold ? 600 : 400) + " " + size + "px ${FONT}";
    return context.measureText(text).width;
  });`;

describe.skipIf(!executablePath)("a plot with the fonts of Chromium", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: FLAGS });
    page = await browser.newPage();
    await page.addScriptTag({ content: MEASURE });
  });
  afterAll(() => browser?.close());

  test("has no two cards, labels or links that overlap", async () => {
    await fc.assert(
      fc.asyncProperty(plotCases, async (plotCase) => {
        const { model, options } = await fitPlotCase(plotCase);
        const { view } = await renderSpec(treePlot(model, options));
        const keyOf = (...parts: Parameters<MeasureText>): string => JSON.stringify(parts);
        const texts = new Map<string, FontText>();
        drawnPicture(view, (text, size, bold) => {
          texts.set(keyOf(text, size, bold), { text, size, bold });
          return 0;
        });
        const measured = await page.evaluate<number[]>(`widthsOf(${JSON.stringify([...texts.values()])})`);
        const widths = new Map([...texts.keys()].map((key, index) => [key, measured[index]]));
        const picture = drawnPicture(view, (...parts) => widths.get(keyOf(...parts)) ?? Number.NaN);
        expect(overlapsIn(picture)).toEqual([]);
        view.finalize();
      }),
      { numRuns: 25 },
    );
  });
});
