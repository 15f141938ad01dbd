import { once } from "node:events";
import { createServer, type Server } from "node:http";

export interface ServedPage {
  readonly address: string;
  close(): void;
}

/** What a page is made of: the text of each script by its path, and the headers of every answer. */
export interface PageParts {
  readonly scripts: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Serves a page that loads /page.js, on a port of this machine: only there, or by https, is a page ever isolated. */
export async function servePage({ scripts, headers }: PageParts): Promise<ServedPage> {
  const server = createServer(({ url = "/" }, response) => {
    const script = scripts[url];
    const isPage = url === "/";
    response.writeHead(isPage || script !== undefined ? 200 : 404, {
      ...headers,
      "content-type": isPage ? "text/html" : "text/javascript",
    });
    response.end(isPage ? `<!doctype html><script type="module" src="/page.js"></script>` : script);
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
