import { test } from "vitest";
import { readdirSync } from "node:fs";
import { openStudio } from "./browser/open-studio.ts";
const out = "/tmp/s/shots"; 
const only = (process.env.FILES ?? "").split(",").filter(Boolean);
const widths = (process.env.WIDTHS ?? "1280").split(",").map(Number);
test("shots", async () => {
  const studio = await openStudio("/usr/bin/chromium");
  const dir = "/tmp/s/data";
  for (const name of only.length ? only : readdirSync(dir)) for (const width of widths) {
    const { page, complaints } = await studio.open({ viewport: { width, height: 800 }, colorScheme: (process.env.SCHEME ?? "light") as "light" | "dark", ...(width < 500 && { isMobile: true, hasTouch: true, deviceScaleFactor: 1.5 }) });
    if (name !== "penguins") {
      await page.setInputFiles("#file", name.startsWith("/") ? name : `${dir}/${name}`);
      await page.waitForTimeout(200);
      await page.waitForFunction(() => (document.getElementById("progress") as any).hidden, undefined, { timeout: 120000 }).catch(() => console.log("TIMEOUT"));
      await page.waitForTimeout(400);
    }
    const short = name.split("/").filter(Boolean).at(-1)!.replace(/\W/g, "_");
    await page.screenshot({ path: `${out}/${short}-${width}${process.env.TAG ?? ""}.png`, fullPage: !process.env.FOLD });
    const sw = await page.evaluate(() => document.documentElement.scrollWidth);
    console.log("##", name, width, "scrollWidth", sw, "|", (await page.locator("#error").isVisible()) ? "ERR " + await page.textContent("#error") : (await page.textContent("#status")), complaints.length ? complaints : "");
    if (sw > width) console.log("   TOO WIDE", await page.evaluate((w) => [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > w + 1 && !e.closest(".tree, .scroll, pre")).slice(0, 4).map((e) => e.tagName + "#" + e.id + "." + e.className), width));
    await page.close();
  }
  await studio.close();
}, 900000);
