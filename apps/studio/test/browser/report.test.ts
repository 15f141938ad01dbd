import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseCsv } from "cambium/io";
import { treeText } from "cambium/viz";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boostBodyMass } from "../../src/demo/boost-body-mass.ts";
import type { ReportSubject } from "../../src/demo/report-page.ts";
import { DEMO_SETTINGS } from "../../src/demo/run-demo.ts";
import { writeReport } from "../../src/demo/write-report.ts";
import { learnTree } from "../../src/learning/learn-tree.ts";
import { launchChromium, watchedPage } from "./open-studio.ts";

const executablePath = process.env.CHROME_PATH ?? "";
const studio = fileURLToPath(new URL("../..", import.meta.url));
const penguins = new URL("../../../../fixtures/datasets/penguins.csv", import.meta.url);

describe.skipIf(!executablePath)("the report in Chromium, from a file and without a network", () => {
  let browser: Browser;
  let folder: string;
  let subject: ReportSubject;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "cambium-report-"));
    const table = parseCsv(readFileSync(penguins, "utf8"));
    const boosted = await boostBodyMass(table, () => {});
    subject = { tree: await learnTree(table, DEMO_SETTINGS), boosted };
    writeReport(join(folder, "report.html"), subject, studio);
    browser = await launchChromium(executablePath);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ["light", "rgb(255, 255, 255)"],
    ["dark", "rgb(16, 21, 27)"],
  ] as const)(
    "draws the tree in %s colours, asks for nothing and complains of nothing",
    async (colorScheme, ground) => {
      const { page, requests, complaints } = await watchedPage(browser, { colorScheme, offline: true });
      const address = pathToFileURL(join(folder, "report.html")).href;
      await page.goto(address);
      await page.waitForSelector("#tree svg");
      const colour = await page.locator("#tree svg").evaluate((svg) => getComputedStyle(svg).backgroundColor);
      expect(colour).toBe(ground);
      expect(await page.textContent("pre")).toBe(treeText(subject.tree.model));
      expect(await page.locator("tr.chosen").count()).toBe(1);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      await page.locator("#tree input[type=range]").fill("1");
      expect(await page.locator("#tree svg").textContent()).not.toContain("bill_depth_mm");
      expect(requests).toEqual([address]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});
