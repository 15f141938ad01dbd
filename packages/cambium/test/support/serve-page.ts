import { once } from "node:events";
import { createServer, type Server } from "node:http";

export interface ServedPage {
  readonly address: string;
  close(): void;
}

/** What a page is made of: the text of each script by its path, and the headers of every answer that has none of its own. */
export interface PageParts {
  readonly scripts: Readonly<Record<string, string | ServedFile>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A script that has a policy of its own, as each worker of a page has. */
export interface ServedFile {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PAGE = `<!doctype html><script type="module" src="/page.js"></script>`;

/** Serves a page that loads /page.js, on a port of this machine: only there, or by https, is a page ever isolated. */
export async function servePage({ scripts, headers }: PageParts): Promise<ServedPage> {
  const server = createServer(({ url = "/" }, response) => {
    const file = url === "/" ? PAGE : (scripts[url] ?? "");
    const { body, headers: own } = typeof file === "string" ? { body: file, headers } : file;
    const type = file === PAGE ? "text/html" : "text/javascript";
    response.writeHead(file === "" ? 404 : 200, { ...own, "content-type": type });
    response.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://localhost:${portOf(server)}/`, close: () => close(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}
