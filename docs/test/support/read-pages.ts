import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A page of the manual, or one at the root of the repository. */
export interface Page {
  /** From the root, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly fences: readonly Fence[];
  /** The text without what stands in fences, comments and code spans. */
  readonly prose: string;
}

/** A block of code. */
export interface Fence {
  /** `ts`, `sh`, … */
  readonly language: string;
  /** What stands behind the language. */
  readonly info: string;
  readonly code: string;
}

const FENCE = /^```(\S*)[ \t]*(.*)\n([\s\S]*?)^```$/gm;

/** Every page that people read. */
export function readPages(): Page[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith(".md"));
  const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => `docs/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !/\/(node_modules|dist|\.vitepress)\//.test(path));
  const inPackages = packageFolders().map((folder) => `packages/${folder}/README.md`);
  const elsewhere = ["bench/README.md", "fixtures/datasets/README.md", ...inPackages].filter((path) =>
    existsSync(join(root, path)),
  );
  return [...atRoot, ...inDocs, ...elsewhere].sort().map((path) => pageOf(path, read(path)));
}

export function packageFolders(): string[] {
  return readdirSync(join(root, "packages"));
}

export function pageOf(path: string, text: string): Page {
  const fences = [...text.matchAll(FENCE)].map(([, language, info, code]) => ({ language, info, code }));
  const prose = text.replace(FENCE, "").replace(/<!--[\s\S]*?-->/g, "");
  return { path, text, fences, prose: prose.replace(/`[^`\n]*`/g, "``") };
}

export function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The anchors of a page's headings, as the site makes them where the page is part of it, else as GitHub does. */
export function anchorsOf({ path, text }: Page): Set<string> {
  const headings = [...text.replace(FENCE, "").matchAll(/^#{1,6} +(.+)$/gm)].map(([, title]) =>
    title.replaceAll("`", ""),
  );
  return new Set(headings.map(path.startsWith("docs/") ? siteAnchor : githubAnchor));
}

function githubAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/** As VitePress does. */
function siteAnchor(title: string): string {
  const plain = title.normalize("NFKD").replace(/[\u0300-\u036F]/g, "");
  return plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .replace(/^(\d)/, "_$1");
}
