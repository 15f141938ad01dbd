import { describe, expect, test } from "vitest";
import { apiOf } from "../generate/api-reports.mjs";
import { lossFiles } from "../generate/loss-files.mjs";
import { treeOf } from "./support/tree-of.mjs";

const LOSSES = {
  "packages/core/src/index.ts": 'export { logistic } from "./loss/logistic.ts";',
  "packages/core/src/loss/logistic.ts":
    "/**\n * Log loss of two\n * classes.\n *\n * Its derivatives are short.\n */\nexport function logistic() {}",
  "packages/losses/src/index.ts":
    'export { builtInLosses } from "./built-in-losses.ts";\nexport { logistic } from "@cambium/core";\nexport { huber } from "./huber.ts";\nexport type { HuberOptions } from "./huber.ts";',
  "packages/losses/src/huber.ts": "/** Square near zero | straight beyond. */\nexport function huber() {}",
  "packages/cambium/src/index.ts":
    'export { cart } from "@cambium/core";\nexport { logistic } from "@cambium/losses";\n',
};

describe("a loss is one file and one line in the index, and the rest is written", () => {
  test("the record, cambium's exports and the table follow the index", () => {
    const written = Object.fromEntries(lossFiles(treeOf(LOSSES)).map(({ path, text }) => [path, text]));
    expect(
      written["packages/losses/src/built-in-losses.ts"],
    ).toBe(`// Written by \`npm run generate\` from the exports of index.ts. Do not edit.

import { logistic } from "@cambium/core";
import { huber } from "./huber.ts";

/** Every loss of this package by its name. */
export const builtInLosses = { huber, logistic } as const;
`);
    expect(written["packages/cambium/src/index.ts"]).toBe(
      'export { cart } from "@cambium/core";\nexport { huber, logistic } from "@cambium/losses";\n',
    );
    expect(written["docs/reference/losses.md"]).toContain(
      "| `huber` | Square near zero \\| straight beyond. |\n| `logistic` | Log loss of two classes. |\n",
    );
  });

  test("the parameters of a loss stand in a table, as they are declared", () => {
    const files = {
      ...LOSSES,
      "packages/core/src/index.ts": `export { numberAboveZero } from "./util/check-options.ts";
${LOSSES["packages/core/src/index.ts"]}`,
      "packages/core/src/util/check-options.ts":
        'export const numberAboveZero = check("a number above 0", isAboveZero);',
      "packages/losses/src/huber.ts": `const rules = () => ({
  /** Where |r| is large. Default: 1. */
  delta: option(numberAboveZero, 1),
  /** How steep. Default: none. */
  slope: option(check("any number", isNumber), null),
});
export interface HuberOptions extends OptionsOf<ReturnType<typeof rules>> {}
/** Square near zero. */
export function huber(options: HuberOptions = {}) {}`,
    };
    const pageOf = (tree) => lossFiles(treeOf(tree)).find(({ path }) => path.endsWith("losses.md")).text;
    expect(pageOf(files)).toContain(
      "|---|---|---|---|---|\n| `huber` | `delta` | a number above 0 | 1 | Where \\|r\\| is large. |\n| `huber` | `slope` | any number | none | How steep. |\n",
    );
    const changed = (from, to) => ({
      ...files,
      "packages/losses/src/huber.ts": files["packages/losses/src/huber.ts"].replace(from, to),
    });
    expect(() => pageOf(changed(" Default: none.", ""))).toThrow(
      'packages/losses/src/huber.ts: slope needs a comment with its "Default: …".',
    );
    expect(() => pageOf(changed(/option\(/g, "other("))).toThrow(
      "packages/losses/src/huber.ts: the options of a loss are declared beside it, by option(…).",
    );
  });

  test("a loss without a comment is refused by name", () => {
    const files = { ...LOSSES, "packages/losses/src/huber.ts": "export function huber() {}" };
    expect(() => lossFiles(treeOf(files))).toThrow("packages/losses/src/huber.ts: huber needs a comment");
  });

  test("a loss that its file does not export is refused by name", () => {
    const files = { ...LOSSES, "packages/losses/src/huber.ts": "export function huberLoss() {}" };
    expect(() => lossFiles(treeOf(files))).toThrow("packages/losses/src/huber.ts exports no huber");
  });
});

describe("an API report", () => {
  test("lists what is exported by name, then what that mentions, without comments", () => {
    const declarations = `import { Model } from "@cambium/core";
export { cart, Tree as TreeModel } from "@cambium/core";
/** Hidden. */
interface Options { /** how deep */ readonly depth?: number }
declare const limit: 3;
declare function grow(options: Options): Model;
export { limit, Model, grow as growTree, type Options as O };`;
    expect(apiOf("cambium", declarations)).toBe(`## \`cambium\`

\`\`\`ts
export { Model } from "@cambium/core";

interface Options {
    readonly depth?: number;
} // exported as O

export { Tree as TreeModel } from "@cambium/core";

export { cart } from "@cambium/core";

function grow(options: Options): Model; // exported as growTree

const limit: 3;
\`\`\`
`);
  });

  test("changes when a signature changes, and not when the order of the declarations does", () => {
    const a = "declare const a: 1;\n";
    const b = "declare const b: 2;\n";
    const report = apiOf("x", `${a}${b}export { a, b };`);
    expect(apiOf("x", `${b}${a}export { b, a };`)).toBe(report);
    expect(apiOf("x", `${a}declare const b: 3;\nexport { a, b };`)).not.toBe(report);
    expect(apiOf("x", `${a}${b}export { a };`)).not.toBe(report);
  });
});
