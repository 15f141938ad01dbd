import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findProgram } from "../find-program.mjs";
import { pageProgram } from "./host-programs.mjs";

const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };
const MINUTES = 5;

/** So that a new profile opens the page, and nothing of its own. */
const PREFERENCES = [
  "browser.shell.checkDefaultBrowser",
  "datareporting.policy.dataSubmissionEnabled",
  "app.update.enabled",
]
  .map((name) => `user_pref("${name}", false);`)
  .join("\n");

/** The path of a Firefox: FIREFOX_PATH when it is set, else the first found; null when there is none. */
export function findFirefox(environment = process.env) {
  return findProgram(environment, "FIREFOX_PATH", ["firefox", "firefox-esr"]);
}

/** What a page of Firefox makes, isolated or not. It is told to nobody's test driver: the page posts it. */
export async function madeInFirefox(path, isIsolated) {
  const profile = mkdtempSync(join(tmpdir(), "cambium-firefox-"));
  writeFileSync(join(profile, "user.js"), PREFERENCES);
  const { server, made } = await servePage(await pageProgram(), isIsolated ? ISOLATED : {});
  const address = `http://localhost:${server.address().port}/`;
  const child = spawn(path, ["--headless", "--no-remote", "--profile", profile, address], { stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    return await Promise.race([made, failure(ended)]);
  } finally {
    child.kill();
    await ended;
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function failure(ended) {
  const timeout = new Promise((resolve) => setTimeout(resolve, MINUTES * 60_000, "timeout").unref());
  const end = await Promise.race([ended, timeout]);
  throw new Error(
    end === "timeout" ? `said nothing in ${MINUTES} minutes` : `ended with the code ${end[0]} before it was done`,
  );
}

/** A page that runs this script, and what it posts. */
async function servePage(script, headers) {
  const { promise: made, resolve } = withResolvers();
  const server = createServer(async (request, response) => {
    if (request.method === "POST") resolve(JSON.parse(await text(request)));
    const isScript = request.url === "/page.js";
    response.writeHead(200, { ...headers, "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? script : `<!doctype html><script type="module" src="/page.js"></script>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, made };
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers() {
  let resolve = () => {};
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
