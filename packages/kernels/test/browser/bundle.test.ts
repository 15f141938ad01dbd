import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostChecks } from "../support/host-checks.ts";

const executablePath = process.env.CHROME_PATH ?? "";
if (!executablePath)
  console.log("kernels: no Chromium found (CHROME_PATH), so the browser bundle was not tried in one");

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** One script that leaves what the host computes in `globalThis.result`. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { hostChecks } from "./host-checks.ts"; globalThis.result = hostChecks();`,
      resolveDir: fileURLToPath(new URL("../support", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    write: false,
  });
  return outputFiles[0].text;
}

describe.skipIf(!executablePath)("the esbuild bundle in Chromium", () => {
  let browser: Browser;
  let script: string;

  beforeAll(async () => {
    script = await bundle();
    browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  afterAll(() => browser?.close());

  /** What the bundle computes in a page that is served with this policy. */
  async function runInPage(policy: string): Promise<Awaited<ReturnType<typeof hostChecks>>> {
    const page = await browser.newPage();
    try {
      await page.route("**/*", (route) =>
        route.request().url().endsWith(".js")
          ? route.fulfill({ contentType: "text/javascript", body: script })
          : route.fulfill({
              contentType: "text/html",
              headers: { "content-security-policy": policy },
              body: `<!doctype html><script src="/bundle.js"></script>`,
            }),
      );
      await page.goto("http://kernels.test/");
      return await page.evaluate("globalThis.result");
    } finally {
      await page.close();
    }
  }

  test("gives the bits that Node gives, and no kernels in a page whose policy forbids WebAssembly", async () => {
    const here = await hostChecks();
    expect(await runInPage("script-src 'self' 'wasm-unsafe-eval'")).toEqual(here);
    expect([here.bins, here.links]).not.toContain(null);
    expect(await runInPage("script-src 'self'")).toEqual({ ...here, bins: null, links: null });
  });
});
