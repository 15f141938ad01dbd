import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, createServer, preview } from "vite";
import { runNode } from "../run-tool.mjs";
import { bundleForBrowsers } from "./bundle.mjs";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
/** What gives a page its threads. */
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const ON_TWO = "the binned engine grew the trees on 2 threads";
/** Nobody listens there: what the browser asks for is answered from the project. */
const NOWHERE = "http://localhost/";

/** The ways in which `page.mjs` comes to a page: each gives where that page is, and what ends serving it. */
export const PAGES = {
  "by an import map, without a bundler": importMapPage,
  "bundled by esbuild": bundledPage,
  "from Vite's server": vitePage,
  "built by Vite": builtPage,
};

/** Opens a page of a project in the Chromium at this path, and says how its model differs from Node's, if it does. */
export async function pageProblems(executablePath, project, packages, makePage) {
  const page = await makePage(project, packages);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const { bytes, report } = await outcomeIn(browser, project, page.address);
    if (!report.includes(ON_TWO)) return `expected "${ON_TWO}", got ${JSON.stringify(report)}`;
    return bytes === bytesInNode(project) ? "" : "the model has other bytes than in Node";
  } finally {
    await browser.close();
    await page.close();
  }
}

async function outcomeIn(browser, project, address) {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.route(`${NOWHERE}**`, (route) => {
    const path = join(project, new URL(route.request().url()).pathname);
    return route.fulfill({ path, headers: { ...ISOLATED, "content-type": typeOf(path) } });
  });
  await page.goto(address);
  await page.waitForFunction("globalThis.outcome !== undefined").catch(({ message }) => errors.push(message));
  if (errors.length > 0) throw new Error(errors.join("\n"));
  return page.evaluate("globalThis.outcome");
}

function typeOf(path) {
  return path.endsWith(".html") ? "text/html" : "text/javascript";
}

function bytesInNode(project) {
  const program = join(project, "print-outcome.mjs");
  writeFileSync(program, `import "./page.mjs"; console.log((await globalThis.outcome).bytes);`);
  const { stdout } = runNode(program);
  return stdout.trim();
}

function importMapPage(project, packages) {
  const imports = Object.fromEntries(
    packages.map(({ name }) => [name, `/node_modules/${name}/${mainOf(project, name)}`]),
  );
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  const page = readFileSync(join(project, "index.html"), "utf8").replace("<script", `${map}<script`);
  writeFileSync(join(project, "import-map.html"), page);
  return { address: `${NOWHERE}import-map.html`, close() {} };
}

/** The file that `import` of a package comes to. */
function mainOf(project, name) {
  const { exports } = JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"));
  return exports["."].default.replace(/^\.\//, "");
}

function bundledPage(project) {
  bundleForBrowsers(project, "page.mjs");
  writeFileSync(join(project, "bundle/index.html"), readFileSync(join(project, "index.html"), "utf8"));
  return { address: `${NOWHERE}bundle/index.html`, close() {} };
}

async function vitePage(project) {
  const server = await createServer({ ...viteSettings(project), server: { port: 0, headers: ISOLATED } });
  await server.listen();
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}

async function builtPage(project) {
  await build(viteSettings(project));
  const server = await preview({ ...viteSettings(project), preview: { port: 0, headers: ISOLATED } });
  return { address: server.resolvedUrls.local[0], close: () => server.close() };
}

function viteSettings(root) {
  return { root, configFile: false, logLevel: "error" };
}
