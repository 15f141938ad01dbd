import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { serveFolder } from "../../src/demo/serve-folder.ts";

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

export interface OpenStudio {
  readonly browser: Browser;
  /** A page of its own, at the studio's address, with the first tree drawn. */
  open(options?: BrowserContextOptions): Promise<StudioPage>;
  close(): Promise<void>;
}

export interface StudioPage {
  readonly page: Page;
  /** What the page asked the network for. */
  readonly requests: string[];
  /** What the page complained of: errors, and what its policy forbade. */
  readonly complaints: string[];
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS });
}

/** The studio as `npm start` builds and serves it. */
export async function openStudio(executablePath: string): Promise<OpenStudio> {
  const folder = mkdtempSync(join(tmpdir(), "cambium-studio-"));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  await build({ root, logLevel: "error", build: { outDir: folder } });
  const served = await serveFolder(folder, [0]);
  const browser = await launchChromium(executablePath);
  return {
    browser,
    async open(options = {}) {
      const studio = await watchedPage(browser, options);
      await studio.page.goto(`http://localhost:${served.port}/`);
      await studio.page.waitForSelector("#tree svg");
      return studio;
    },
    async close() {
      await browser.close();
      served.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A page that keeps a record of what it asks for and complains of. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<StudioPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, requests, complaints };
}
