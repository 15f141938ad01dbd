import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Pages that people read where nothing includes a file for them. */
const PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/** A fence that names a file, as in "```ts docs/examples/first-tree.ts", and what it holds. */
const QUOTE = /^(```\w+ (docs\/examples\/\S+))\n[\s\S]*?^```$/gm;

/** Pages whose quotes of the examples, and of what those print, are brought up to date. */
export function quotedExamples(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  return PAGES.map((path) => ({
    path,
    text: read(path).replace(QUOTE, (_, fence, file) => `${fence}\n${read(file).trimEnd()}\n\`\`\``),
  }));
}
