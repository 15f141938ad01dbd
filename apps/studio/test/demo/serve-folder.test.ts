import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedFolder, serveFolder } from "../../src/demo/serve-folder.ts";

let room: string;
let served: ServedFolder;

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), "cambium-served-"));
  mkdirSync(join(room, "page/assets"), { recursive: true });
  writeFileSync(join(room, "secret.txt"), "not for you");
  writeFileSync(join(room, "page/index.html"), "<p>hello</p>");
  writeFileSync(join(room, "page/assets/main.js"), "export {};");
  served = await serveFolder(join(room, "page"), [0]);
});
afterAll(() => {
  served.close();
  rmSync(room, { recursive: true });
});

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${served.port}${path}`, init);

/** The status line for a request line that is sent as it stands, which a client would tidy first. */
function askRaw(requestLine: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(served.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("end", () => resolve(answer.split("\r\n", 1)[0]));
    socket.on("error", reject);
    socket.end(`${requestLine} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

test("a folder's address shows its index, and a query changes nothing", async () => {
  for (const path of ["/", "/index.html", "/?a=/../b"]) {
    const response = await ask(path);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toBe("<p>hello</p>");
  }
});

test("scripts come as scripts, and browsers are told not to guess", async () => {
  const { headers } = await ask("/assets/main.js");
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("a HEAD request gets the headers alone, and what would write is refused", async () => {
  const head = await ask("/", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "12", ""]);
  const post = await ask("/", { method: "POST", body: "x" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/..\\secret.txt",
  "//secret.txt",
  "/assets",
  "/%",
  "/%00",
])("no path leads out of the folder: %s", async (path) => {
  expect(await askRaw(`GET ${path}`)).toBe("HTTP/1.1 404 Not Found");
});

test("other machines are not answered", async () => {
  const outward = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4");
  // Without a network there is nobody else, and no address to be tried.
  const address = outward?.address ?? "127.0.0.2";
  await expect(fetch(`http://${address}:${served.port}/`)).rejects.toThrow("fetch failed");
});

test("the next port is taken where one is taken, and it is said when none is left", async () => {
  const blocker = await new Promise<Server>((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
  const address = blocker.address();
  const taken = typeof address === "object" && address !== null ? address.port : 0;
  const next = await serveFolder(join(room, "page"), [taken, 0]);
  expect(next.port).not.toBe(taken);
  next.close();
  await expect(serveFolder(room, [taken])).rejects.toThrow(
    `cambium: port ${taken} is taken; name a free one, as in PORT=8080 npm start`,
  );
  await expect(serveFolder(room, [taken, taken])).rejects.toThrow(
    `cambium: ports ${taken} to ${taken} are taken; name`,
  );
  blocker.close();
});
