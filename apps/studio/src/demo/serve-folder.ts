import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { DemoError } from "./demo-error.ts";

export interface ServedFolder {
  readonly port: number;
  close(): void;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Serves the files of a folder to this machine alone, on the first of the ports that is free. Only what the folder holds now
 * can be asked for, so no path leads out of it.
 */
export async function serveFolder(folder: string, ports: readonly number[]): Promise<ServedFolder> {
  const files = filesByUrl(folder);
  const server = createServer((request, response) => void answer(files, request, response));
  for (const port of ports) {
    if (await listen(server, port)) return { port: portOf(server), close: () => close(server) };
  }
  const taken = ports.length === 1 ? `port ${ports[0]} is taken` : `ports ${ports[0]} to ${ports.at(-1)} are taken`;
  throw new DemoError(`${taken}; name a free one, as in PORT=8080 npm start`);
}

function filesByUrl(folder: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path).split(sep).join("/")}`, path);
  }
  const index = files.get("/index.html");
  return index === undefined ? files : files.set("/", index);
}

async function answer(
  files: ReadonlyMap<string, string>,
  { method, url = "/" }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const path = files.get(url.split("?", 1)[0]);
  const body = path === undefined ? null : await readFile(path).catch(() => null);
  if (path === undefined || body === null) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("There is no such page.\n");
    return;
  }
  const type = CONTENT_TYPES[extname(path)] ?? "application/octet-stream";
  // Another build has the same address: a browser is to ask again.
  const headers = { "content-type": type, "content-length": body.length, "cache-control": "no-cache" };
  response.writeHead(200, { ...headers, "x-content-type-options": "nosniff" }).end(body);
}

/** False when the port is taken. */
async function listen(server: Server, port: number): Promise<boolean> {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") return false;
    throw new DemoError(`cannot serve on port ${port} (${code}); name another, as in PORT=8080 npm start`, {
      cause: error,
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
