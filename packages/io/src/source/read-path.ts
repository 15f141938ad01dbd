import { type AbortSignalLike, CambiumError } from "@cambium/core";
import { MAX_SOURCE_BYTES, tooLarge } from "./byte-source.ts";
import { collectChunks } from "./collect-chunks.ts";
import { untilAborted } from "./until-aborted.ts";

type FileSystem = Pick<typeof import("node:fs/promises"), "readFile" | "stat">;

/** The bytes at a URL, or at a path: from disk where there is one, else fetched relative to the page. */
export async function readPath(path: string, signal?: AbortSignalLike): Promise<Uint8Array> {
  if (/[\r\n]/.test(path)) {
    const repair = "pass the text of a table to parseCsv";
    throw new CambiumError("bad-option", `expected a path or a URL, got text with several lines; ${repair}`);
  }
  const fileSystem = /^(https?|data|blob):/i.test(path) ? null : findFileSystem();
  return fileSystem === null ? fetchBytes(path, signal) : readFile(fileSystem, path, signal);
}

/** Asked for at run time, so that a bundler for browsers finds no `node:` import to stumble over. */
function findFileSystem(): FileSystem | null {
  if (typeof process === "undefined" || typeof process.getBuiltinModule !== "function") return null;
  return process.getBuiltinModule("node:fs/promises") ?? null;
}

async function readFile(
  fileSystem: FileSystem,
  path: string,
  signal: AbortSignalLike | undefined,
): Promise<Uint8Array> {
  const place = /^file:/i.test(path) ? new URL(path) : path;
  try {
    const { size } = await untilAborted(fileSystem.stat(place), signal);
    if (size <= MAX_SOURCE_BYTES) return await untilAborted(fileSystem.readFile(place), signal);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw unreadable(path, cause);
  }
  throw tooLarge(JSON.stringify(path));
}

function unreadable(path: string, cause: unknown): CambiumError {
  const shown = JSON.stringify(path);
  switch ((cause as { readonly code?: unknown }).code) {
    case "ENOENT":
    case "ENOTDIR": {
      const message = `no file ${shown} (relative paths start at ${process.cwd()}); check the path`;
      return new CambiumError("not-found", message, { cause });
    }
    case "EISDIR":
      return new CambiumError("not-found", `expected a file at ${shown}, got a folder; add the file's name`, { cause });
    case "ERR_FS_FILE_TOO_LARGE":
      return tooLarge(shown);
    default:
      return new CambiumError(
        "not-found",
        `${shown} could not be read (${String(cause)}); check the path and its permissions`,
        { cause },
      );
  }
}

async function fetchBytes(url: string, signal: AbortSignalLike | undefined): Promise<Uint8Array> {
  const shown = JSON.stringify(url);
  let response: Response;
  try {
    response = await untilAborted(fetch(url), signal);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const repair = "check the address, the connection, and that the server allows requests from this origin";
    throw new CambiumError("not-found", `${shown} could not be fetched (${String(cause)}); ${repair}`, { cause });
  }
  if (!response.ok) {
    const message = `expected a file at ${shown}, and the server answered ${response.status}; check the address`;
    throw new CambiumError("not-found", message);
  }
  return response.body === null ? new Uint8Array(0) : collectChunks(response.body, MAX_SOURCE_BYTES, signal);
}
