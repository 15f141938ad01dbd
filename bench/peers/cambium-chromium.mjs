import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";

// One turn of Cambium in a page of the Chromium that CHROME_PATH names, by the protocol that README.md tells.

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  "--js-flags=--expose-gc",
];
/** What gives a page its threads. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const PAGE = `<!doctype html><script type="module" src="/page.js"></script>`;

const job = JSON.parse(await text(process.stdin));
const server = await serve(await scriptOfPage(), job);
const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH, args: FLAGS });
try {
  const page = await browser.newPage();
  page.on("pageerror", ({ message }) => console.error(message));
  // Only there, or by https, is a page ever isolated.
  await page.goto(`http://localhost:${server.address().port}/`);
  const answer = await page.evaluate((of) => globalThis.runJob(of), withAddresses(job));
  console.log(JSON.stringify({ version: browser.version(), ...answer }));
} finally {
  await browser.close();
  server.close();
}

/** The page's program with Cambium as it is built, in one file. */
async function scriptOfPage() {
  const program = fileURLToPath(new URL("chromium-page.mjs", import.meta.url));
  const options = { bundle: true, platform: "browser", format: "esm", target: "es2022", write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [program] });
  return outputFiles[0].text;
}

/** The page, its script and the files of the job; what the page posts are its predictions. */
async function serve(script, { train, test, predictions, work }) {
  const texts = { "/": ["text/html", PAGE], "/page.js": ["text/javascript", script] };
  const files = { "/train.x": train.x, "/train.y": train.y, "/test.x": test.x, "/test.y": test.y };
  const headers = work.threads > 1 ? ISOLATED : {};
  const server = createServer(async (request, response) => {
    const { method, url } = request;
    if (method === "POST") await pipeline(request, createWriteStream(predictions));
    const [type, body] = texts[url] ?? ["application/octet-stream", ""];
    response.writeHead(200, { ...headers, "content-type": type });
    if (url in files) await pipeline(createReadStream(files[url]), response);
    else response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** The job as the page is told it, who reads and writes no files. */
function withAddresses({ train, test, ...rest }) {
  return {
    ...rest,
    train: { ...train, x: "/train.x", y: "/train.y" },
    test: { ...test, x: "/test.x", y: "/test.y" },
    predictions: "/predictions",
  };
}
