import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The page that people read where nothing includes a file for them. */
const PAGE = "README.md";

/** A fence that names a file, as in "```ts docs/examples/first-tree.ts", and what it holds. */
const QUOTE = /^(```\w+ (docs\/examples\/\S+))\n[\s\S]*?^```$/gm;

/** What `bench` found, between two comments that nobody sees. */
const SPEED = /(?<=^<!-- speed -->\n)[\s\S]*?(?=^<!-- \/speed -->$)/gm;

/** The README, whose quotes of the examples, of what those print, and of the results of `bench` are brought up to date. */
export function quotedExamples(root, speed = "") {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const quoted = read(PAGE).replace(QUOTE, (_, fence, file) => `${fence}\n${read(file).trimEnd()}\n\`\`\``);
  return [{ path: PAGE, text: quoted.replace(SPEED, () => `\n${speed}\n`) }];
}
