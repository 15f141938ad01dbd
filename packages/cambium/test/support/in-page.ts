import { type Browser, chromium, type Page } from "playwright-core";
import { type PageParts, servePage } from "./serve-page.ts";

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

export const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

export const policy = (text: string) => ({ "content-security-policy": text });

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/** What `run` finds in a page that is made of these parts, on a machine of two processors. */
export async function inPage<T>(browser: Browser, parts: PageParts, run: (page: Page) => Promise<T>): Promise<T> {
  const served = await servePage(parts);
  const page = await browser.newPage();
  try {
    // What "auto" goes by: the same on every machine.
    await page.addInitScript("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 })");
    await page.goto(served.address);
    return await run(page);
  } finally {
    await page.close();
    served.close();
  }
}
