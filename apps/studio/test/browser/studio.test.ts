import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseCsv } from "cambium/io";
import { treeText } from "cambium/viz";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_SETTINGS } from "../../src/demo/run-demo.ts";
import { learnTree } from "../../src/learning/learn-tree.ts";
import { scoreEntries } from "../../src/telling/score-entries.ts";
import { cancelAt } from "./cancel-at.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath) console.log("studio: no Chromium found (CHROME_PATH), so nothing was clicked in one");

const datasets = fileURLToPath(new URL("../../../../fixtures/datasets", import.meta.url));
const csvOf = (text: string) => ({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

async function train(page: Page, target: string): Promise<void> {
  await page.click("#train");
  await page.getByText(`Grew a tree for ${target} in`).waitFor();
}

describe.skipIf(!executablePath)("the studio in Chromium", () => {
  let studio: OpenStudio;

  beforeAll(async () => {
    studio = await openStudio(executablePath);
  });
  afterAll(() => studio?.close());

  test("opens with the penguins' tree, the very one that Node grows", async () => {
    const { page, complaints } = await studio.open();
    const penguins = parseCsv(readFileSync(`${datasets}/penguins.csv`, "utf8"));
    const { model, scores, guess } = await learnTree(penguins, DEMO_SETTINGS);
    expect(await page.textContent("#tree-text")).toBe(treeText(model));
    expect(await page.textContent("#quality")).toContain(scoreEntries(scores, guess)[0].value);
    expect(await page.locator("#tree svg").textContent()).toContain("flipper_length_mm");

    const downloading = page.waitForEvent("download");
    await page.click("#download");
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("penguins-species.cambium");
    expect(readFileSync(await download.path()).equals(model.toBytes())).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("learns from a file that is picked, and another target gives another tree and other figures", async () => {
    const { page, complaints } = await studio.open();
    await page.setInputFiles("#file", `${datasets}/wine.csv`);
    await page.getByText("Grew a tree for target in").waitFor();
    expect(await page.textContent("#data-size")).toBe("178 rows, 14 columns");
    const first = await page.textContent("#tree-text");
    await page.selectOption("#target", { index: 0 });
    const target = await page.inputValue("#target");
    await train(page, target);
    expect(await page.textContent("#tree-text")).not.toBe(first);
    expect(await page.textContent("#tree-text")).toContain(target);
    expect(await page.textContent("#quality")).toContain("RMSE");
    expect(await page.textContent("#notes")).toContain(`target "${target}" has numbers: regression`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("takes a file that is dropped on the page", async () => {
    const { page } = await studio.open();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      const rows = Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? "low" : "high"}`);
      dataTransfer.items.add(new File([["x,level", ...rows].join("\n")], "dropped.csv"));
      for (const type of ["dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    });
    await page.getByText("Grew a tree for level in").waitFor();
    expect(await page.textContent("#data-name")).toBe("dropped.csv");
    await page.close();
  });

  test("obeys the settings of the tree", async () => {
    const { page } = await studio.open();
    await page.fill("#max-depth", "1");
    await page.selectOption("#pruning", "none");
    await train(page, "species");
    expect(await page.textContent("#tree-text")).toContain("258 rows, 2 leaves");
    expect(await page.isVisible("#pruning-section")).toBe(false);
    await page.close();
  });

  test("tells what is wrong with a file, opens what may repair it, and goes on", async () => {
    const { page, complaints } = await studio.open();
    await page.setInputFiles("#file", csvOf("a;<b>b</b>\n1;x\n2;y\n3;x\n4;y\n"));
    await page.waitForSelector("#error:not([hidden])");
    expect(await page.textContent("#error")).toBe(
      "The whole header is one field. It seems that semicolons separate the fields.",
    );
    expect(await page.isVisible("#results")).toBe(false);
    await page.selectOption("#delimiter", "semicolon");
    await page.getByText("Grew a tree for <b>b</b> in").waitFor();
    expect(await page.isVisible("#error")).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("shows hostile names as text", async () => {
    const { page, complaints } = await studio.open();
    const names = ["<img src=x onerror=alert(1)>", "'); alert(1)//", "</script><script>alert(1)</script>", "__proto__"];
    const rows = Array.from({ length: 60 }, (_, i) => `${i},${i % 11},${i % 7},${i < 30 ? names[0] : names[2]}`);
    await page.setInputFiles("#file", csvOf([names.join(","), ...rows].join("\n")));
    await page.getByText("Grew a tree for __proto__ in").waitFor();
    expect(await page.locator("#target option").allTextContents()).toEqual(names);
    for (const target of [names[2], names[0]]) {
      await page.selectOption("#target", target);
      await train(page, target);
    }
    await page.selectOption("#target", "__proto__");
    await train(page, "__proto__");
    await page
      .locator("#tree svg [aria-roledescription='rect mark']")
      .first()
      .hover({ position: { x: 5, y: 20 } });
    await page.waitForSelector("#vg-tooltip-element.visible");
    expect(await page.textContent("#vg-tooltip-element")).toContain(names[0]);
    expect(await page.locator("main img, main script, #vg-tooltip-element img").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("sends nothing anywhere, and its policy would not let it", async () => {
    const { page, requests } = await studio.open();
    const loaded = requests.length;
    await page.setInputFiles("#file", `${datasets}/iris.csv`);
    await page.getByText("Grew a tree for target in").waitFor();
    expect(requests).toHaveLength(loaded);
    expect(await page.evaluate(() => fetch("/").catch(() => "refused"))).toBe("refused");
    await page.close();
  });

  test("is worked by the keyboard alone", async () => {
    const { page } = await studio.open();
    await page.focus("#target");
    await page.keyboard.press("ArrowUp"); // The column before "species" is "sex".
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("train");
    await page.keyboard.press("Enter");
    await page.getByText("Grew a tree for sex in").waitFor();
    expect(await page.textContent("#notes")).toContain("left out 11 of 344 rows, which have no sex");
    await page.close();
  });

  test("lets a long training be cancelled, and stays alive meanwhile", async () => {
    const { page } = await studio.open();
    const value = (seed: number) => (Math.imul(seed, 2_654_435_761) >>> 8) % 10_007;
    const rows = Array.from({ length: 160_000 }, (_, i) => [1, 2, 3, 4, 5].map((k) => value(i * 5 + k)).join(","));
    const cancelled = cancelAt(page, "Growing the tree");
    await page.setInputFiles("#file", csvOf(["a,b,c,d,e", ...rows].join("\n")));
    await cancelled;
    await page.getByText("Cancelled.").waitFor();
    expect(await page.isVisible("#progress")).toBe(false);
    await page.fill("#max-depth", "2");
    await page.selectOption("#pruning", "none");
    await train(page, "e");
    await page.close();
  });

  test("draws the tree anew when the person turns the lights off", async () => {
    const { page } = await studio.open({ colorScheme: "light" });
    const ground = () => page.locator("#tree svg").evaluate((svg) => getComputedStyle(svg).backgroundColor);
    expect(await ground()).toBe("rgb(255, 255, 255)");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(ground).toBe("rgb(16, 21, 27)");
    await page.close();
  });

  test.each([1280, 900, 420, 390, 360])("fits a window of %d pixels; only the picture scrolls", async (width) => {
    const { page } = await studio.open({ viewport: { width, height: 800 } });
    await page.selectOption("#pruning", "none");
    await page.fill("#min-rows", "1");
    await train(page, "species");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
  });
});
