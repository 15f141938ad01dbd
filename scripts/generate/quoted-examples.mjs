import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The page that people read where nothing includes a file for them. */
const PAGE = "README.md";

/** A fence that names a file, as in "```ts docs/examples/first-tree.ts", and what it holds. */
const QUOTE = /^(```\w+ (docs\/examples\/\S+))\n[\s\S]*?^```$/gm;

/** The README, whose quotes of the examples, and of what those print, are brought up to date. */
export function quotedExamples(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const quoted = read(PAGE).replace(QUOTE, (_, fence, file) => `${fence}\n${read(file).trimEnd()}\n\`\`\``);
  return [{ path: PAGE, text: quoted }];
}
