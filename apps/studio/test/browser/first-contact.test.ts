import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cancelAt } from "./cancel-at.ts";
import { type OpenStudio, openStudio } from "./open-studio.ts";

const executablePath = process.env.CHROME_PATH ?? "";

const rows = Array.from({ length: 120 }, (_, row) => row);
const csvOf = (lines: readonly string[], name = "rows.csv") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});
const small = csvOf(["x,level", ...rows.map((row) => `${row},${row < 60 ? "low" : "high"}`)], "small.csv");
/** So many rows that a tree takes a while. */
const large = (): ReturnType<typeof csvOf> => {
  const value = (seed: number) => (Math.imul(seed, 2_654_435_761) >>> 8) % 10_007;
  const lines = Array.from({ length: 120_000 }, (_, i) => [1, 2, 3, 4, 5].map((k) => value(i * 5 + k)).join(","));
  return csvOf(["a,b,c,d,e", ...lines], "large.csv");
};
/** A tree of five levels or more, wider than any window. */
const wide = csvOf(
  ["x,y,z", ...rows.flatMap((row) => [0, 1, 2].map((k) => `${row},${k},${Math.sin(row) * 90 + k * row}`))],
  "wide.csv",
);

const grown = (page: Page, target: string) => page.getByText(`Grew a tree for ${target} in`).waitFor();
const scrollWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

describe.skipIf(!executablePath)("the studio at first contact, in Chromium", () => {
  let studio: OpenStudio;

  beforeAll(async () => {
    studio = await openStudio(executablePath);
  });
  afterAll(() => studio?.close());

  test("takes the results of a file away as soon as another one is opened, also if it is never read", async () => {
    const { page } = await studio.open();
    expect(await page.isVisible("#results")).toBe(true);
    const cancelled = cancelAt(page, "Growing the tree");
    await page.setInputFiles("#file", large());
    await page.getByText("large.csv", { exact: true }).waitFor();
    expect(await page.isVisible("#results")).toBe(false);
    expect(await page.isVisible("#placeholder")).toBe(true);
    await cancelled;
    expect(await page.isVisible("#results")).toBe(false);
    expect(await page.textContent("#placeholder")).toContain("no tree yet");
    await page.close();
  });

  test("dims results as soon as the form asks for others, says whose they are, and brings them back", async () => {
    const { page } = await studio.open();
    const opacity = () =>
      page.locator("#quality").evaluate((el) => getComputedStyle(el.parentElement as Element).opacity);
    expect(await opacity()).toBe("1");
    await page.selectOption("#target", "sex");
    expect(Number(await opacity())).toBeLessThan(0.5);
    expect(await page.textContent("#stale")).toContain("the tree for “species”");
    await page.selectOption("#target", "species");
    expect(await opacity()).toBe("1");
    expect(await page.isVisible("#stale")).toBe(false);
    await page.fill("#max-depth", "1");
    expect(await page.isVisible("#stale")).toBe(true);
    await page.click("#retrain");
    await page.waitForSelector("#stale", { state: "hidden" });
    expect(await opacity()).toBe("1");
    expect(await page.textContent("#tree-text")).toContain("2 leaves");
    await page.close();
  });

  test("keeps the old results dimmed while new ones grow, and after a cancelled training", async () => {
    const { page } = await studio.open();
    await page.setInputFiles("#file", large());
    await page.selectOption("#pruning", "none");
    await cancelAt(page, "Growing the tree");
    await page.fill("#max-depth", "1");
    await page.click("#train");
    await grown(page, "e");
    await page.selectOption("#target", "a");
    await page.fill("#max-depth", "100");
    await page.fill("#min-rows", "1");
    await page.selectOption("#pruning", "min");
    await page.click("#train");
    await page.getByText("Growing a tree for “a”").waitFor();
    expect(await page.textContent("#tree-heading")).toBe("A tree for “e”");
    expect(await page.locator("#results.is-stale").count()).toBe(1);
    await page.click("#cancel");
    expect(await page.locator("#results.is-stale").count()).toBe(1);
    expect(await page.textContent("#stale")).toContain("still the tree for “e”");
    await page.close();
  });

  test.each([1280, 360])(
    "opens a wide tree with its root and the root's branches in sight, %d pixels wide",
    async (width) => {
      const { page } = await studio.open({ viewport: { width, height: 800 } });
      await page.fill("#min-rows", "1");
      await page.selectOption("#pruning", "none");
      await page.setInputFiles("#file", wide);
      await grown(page, "z");
      const inSight = (index: number) =>
        page.evaluate((card) => {
          const box = document
            .querySelectorAll('#tree [aria-roledescription="rect mark"]')
            [card].getBoundingClientRect();
          const frame = document.querySelector("#tree .tree")?.getBoundingClientRect();
          return frame !== undefined && box.left >= frame.left && box.right <= frame.right;
        }, index);
      expect([await inSight(0), await inSight(1), await inSight(2)]).toEqual([true, true, true]);
      expect(await scrollWidth(page)).toBeLessThanOrEqual(width);
      const deepest = (await page.getAttribute("#tree input[type=range]", "max")) ?? "";
      await page.locator("#tree input[type=range]").fill(deepest);
      await expect.poll(() => page.locator("#tree .tree").evaluate((frame) => frame.scrollLeft)).toBeGreaterThan(0);
      await expect.poll(() => inSight(0)).toBe(true);
      expect(await scrollWidth(page)).toBeLessThanOrEqual(width);
      await page.close();
    },
  );

  test.each([360, 390])("has no wider page than a phone of %d pixels, whatever it shows", async (width) => {
    const { page } = await studio.open({ viewport: { width, height: 740 }, isMobile: true, hasTouch: true });
    expect(await scrollWidth(page)).toBe(width);
    const name = "a_name_of_a_column_without_any_place_to_break_a_line_".repeat(3);
    await page.setInputFiles(
      "#file",
      csvOf([`${name},b`, ...rows.map((row) => `${row % 9},${name}${row % 3}`)], `${name}.csv`),
    );
    await grown(page, "b");
    expect(await scrollWidth(page)).toBe(width);
    await page.setInputFiles("#file", csvOf([`${name},b`, "1,2", "2,3", `${name},4`]));
    await page.waitForSelector("#repairs button");
    expect(await scrollWidth(page)).toBe(width);
    await page.close();
  });

  test.each([
    ["semicolons", ["a;b", "1;x", "2;y", "3;x", "4;y"], ["Separate by semicolons"], "b"],
    ["marks of missing values", ["a,b", "1,x", "2,y", "n/a,x", "4,y", "5,-"], ["“n/a” means missing"], "b"],
    ["codes", ["zip,b", "1,x", "2,y", "03,x", "4,y"], ["They are codes: keep the zeros"], "b"],
    ["categories among numbers", ["a,b", "1,x", "2,y", "3more,x", "4,y"], ["The values of “a” are categories"], "b"],
    ["an index without a name", [",a,b", "0,1,x", "1,2,y", "2,3,x", "3,4,y"], ["Leave the first column out"], "b"],
    ["decimal commas", ["a;b", "1,5;x", "2;y", "3;x", "4;y"], ["Separate by semicolons", "“1,5” is a number"], "b"],
  ])("repairs a file with %s by clicks alone", async (_, lines, clicks, target) => {
    const { page, complaints } = await studio.open();
    await page.setInputFiles("#file", csvOf(lines));
    for (const label of clicks) await page.getByRole("button", { name: label, exact: true }).click();
    await grown(page, target);
    expect(await page.isVisible("#problem")).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("reads another encoding, and a column of decimal commas, by a click each", async () => {
    const { page } = await studio.open();
    const text = ["Größe;b", ...rows.map((row) => `${row},5;${row < 60 ? "klein" : "groß"}`)].join("\n");
    const buffer = Buffer.from(text, "latin1");
    await page.click("#file-format summary");
    await page.selectOption("#delimiter", "semicolon");
    await page.getByRole("button", { name: "Separate by commas" }).waitFor();
    await page.setInputFiles("#file", { name: "latin.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Read it as Windows-1252" }).click();
    await page.getByRole("button", { name: "Read them as numbers" }).click();
    await grown(page, "b");
    expect(await page.textContent("#tree-text")).toContain("Größe ≤ ");
    expect(await page.isVisible("#hint")).toBe(false);
    await page.close();
  });

  test("takes a choice about a column back", async () => {
    const { page } = await studio.open();
    await page.setInputFiles("#file", csvOf(["zip,b", "1,x", "2,y", "03,x", "4,y"]));
    await page.getByRole("button", { name: "They are numbers" }).click();
    await grown(page, "b");
    expect(await page.textContent("#choices")).toContain("“zip”: numbers");
    await page.getByRole("button", { name: "Undo: “zip”: numbers" }).click();
    await page.getByRole("button", { name: "They are codes: keep the zeros" }).waitFor();
    await page.close();
  });

  test("tells warnings and notes of one kind once, with their columns on demand", async () => {
    const { page, complaints } = await studio.open();
    const names = Array.from({ length: 42 }, (_, column) => `sensor ${column}`);
    const words = Array.from({ length: 9 }, (_, column) => `word ${column}`);
    const lines = rows.map(
      (row) =>
        `${",".repeat(42)}${words.map((_, k) => `w${row % (k + 2)}`).join(",")},${row % 7},${row < 50 ? "on" : "off"}`,
    );
    await page.setInputFiles("#file", csvOf([[...names, ...words, "x", "state"].join(","), ...lines]));
    await grown(page, "state");
    expect(await page.locator("#warnings > li").count()).toBe(1);
    expect(await page.locator("#notes > li").count()).toBeLessThan(8);
    expect(await page.locator("#notes").textContent()).toContain("9 columns are not numeric: taken as categorical");
    const list = page.locator("#warnings .note-columns");
    expect(await list.isVisible()).toBe(false);
    await page.getByText("42 columns have no value in any row").click();
    expect(await list.isVisible()).toBe(true);
    expect(await list.locator("li").allTextContents()).toEqual(names);
    await page.getByRole("button", { name: "Leave them out" }).click();
    await expect.poll(() => page.isVisible("#warnings-section")).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("leaves a column that names rows out, keeps it by a click, and takes that back", async () => {
    const { page, complaints } = await studio.open();
    const lines = rows.map((row) => `A-${row * 7},${row % 9},${row < 60 ? "low" : "high"}`);
    await page.setInputFiles("#file", csvOf(["order,x,level", ...lines]));
    await grown(page, "level");
    expect(await page.textContent("#warnings")).toContain("“order” names rows");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByText("“order” is kept").waitFor();
    await expect.poll(() => page.textContent("#warnings")).not.toContain("names rows");
    await page.getByRole("button", { name: "Undo: “order” is kept" }).click();
    await expect.poll(() => page.textContent("#warnings")).toContain("“order” names rows");
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("offers numbers as the task only where a column has them", async () => {
    const { page } = await studio.open();
    const numbers = page.locator('#task option[value="regression"]');
    expect(await numbers.isDisabled()).toBe(true);
    await page.selectOption("#target", "body_mass_g");
    expect(await numbers.isDisabled()).toBe(false);
    await page.setInputFiles("#file", small);
    await grown(page, "level");
    expect(await numbers.isDisabled()).toBe(true);
    await page.close();
  });
});
