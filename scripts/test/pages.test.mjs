import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { apiPage } from "../generate/api-page.mjs";
import { checkDocs, optionDocs, textsOf } from "../generate/option-docs.mjs";
import { optionTables } from "../generate/option-tables.mjs";
import { quotedExamples } from "../generate/quoted-examples.mjs";
import { runNode } from "../run-tool.mjs";
import { runTypeScript, valueOfTypeScript } from "../run-typescript.mjs";
import { treeOf } from "./support/tree-of.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("quotes of the examples", () => {
  test("are brought up to date, and all else stays", () => {
    const folder = treeOf({
      "docs/examples/one.ts": "const price = `$&`;\n",
      "README.md": "Before\n\n```ts docs/examples/one.ts\nold\n\n```\n\nAfter\n\n```ts\nconst mine = 1;\n```\n",
    });
    const text =
      "Before\n\n```ts docs/examples/one.ts\nconst price = `$&`;\n```\n\nAfter\n\n```ts\nconst mine = 1;\n```\n";
    expect(quotedExamples(folder)).toEqual([{ path: "README.md", text }]);
  });

  test("come with the results of bench, where the page has a place for them", () => {
    const page = (between) => `Before\n\n<!-- speed -->\n${between}<!-- /speed -->\n\nAfter\n`;
    const read = (text) => quotedExamples(treeOf({ "README.md": text }), "| $& | 2 |\n")[0].text;
    expect(read(page(""))).toBe(page("\n| $& | 2 |\n\n"));
    expect(read(page("\nold\n\n"))).toBe(page("\n| $& | 2 |\n\n"));
  });

  test("of a file that is gone are an error that names it", () => {
    const folder = treeOf({ "README.md": "```ts docs/examples/gone.ts\n```\n" });
    expect(() => quotedExamples(folder)).toThrow("docs/examples/gone.ts");
  });
});

test("the API page tells a name once, by its comment, and lists those without one", () => {
  const empty = Object.fromEntries(
    ["cambium/src/io", "cambium/src/viz", "cambium/src/workers", "losses/src/index", "testing/src/index"].map(
      (path) => [`packages/${path}.ts`, ""],
    ),
  );
  const [page] = apiPage(
    treeOf({
      ...empty,
      "packages/cambium/src/predict.ts": 'export { type Tree, grow } from "@cambium/core";\n',
      "packages/cambium/src/index.ts": 'export { type Tree, grow, tools } from "@cambium/core";\n',
      "packages/core/src/index.ts":
        'export { grow, prune, tools } from "./grow.ts";\nexport type { Tree } from "./grow.ts";\n',
      "packages/core/src/grow.ts":
        "/** Grows a | tree.\n *\n * Slowly. */\nexport function grow() {}\nexport const prune = 1;\nexport interface Tree {}\ninterface Tools {\n  /** Cuts wood. */\n  readonly saw: () => void;\n}\n/** What cuts. */\nexport const tools: Tools = {};\n",
    }),
  );
  expect(page.path).toBe("docs/reference/api.md");
  expect(page.text).toContain(
    "## `cambium`\n\n| function or value | what it is |\n| --- | --- |\n| `grow` | Grows a \\| tree. |\n| `tools` | What cuts. |\n| `tools.saw` | Cuts wood. |\n",
  );
  expect(page.text).toContain("\nAlso `Tree`.\n\n## `cambium/io`\n");
  expect(page.text).toContain("## `cambium/predict`\n\nOf those above: `Tree`, `grow`.\n");
  expect(page.text).toContain("## `@cambium/core`\n\nAlso `prune`.\n");
});

test("the tables of options have a row for each option that the source declares", async () => {
  const [{ text }] = await optionTables(root);
  const declared = await valueOfTypeScript(
    'import { cartOptions, boostingOptions } from "@cambium/core"; console.log(JSON.stringify([cartOptions, boostingOptions]));',
  );
  for (const [name, { expected, default: usual }] of declared.flatMap(Object.entries)) {
    const known = usual === undefined ? "" : usual === null ? "none" : JSON.stringify(usual);
    expect(text).toContain(`| \`${name}\` | ${expected} | ${known}`);
  }
  expect(text).toContain('| `missingValues` | a list of texts such as ["n/a"] | [""] |');
  expect(text).toContain("| `onRound` | a function: `RoundListener` | none |");
});

describe("the comment above an option", () => {
  test("is a sentence and the default, which may go on", () => {
    expect(textsOf("The most bins.\n Default: 255.")).toEqual({ about: "The most bins.", default: "255" });
    expect(textsOf('How. Default: "auto", as it pays; else 1. `{ a: 0.5 }` is half.')).toEqual({
      about: "How. `{ a: 0.5 }` is half.",
      default: '"auto", as it pays; else 1',
    });
  });

  test("has to say the default that is declared", () => {
    const docs = { about: "The most bins.", default: "255" };
    expect(() => checkDocs("of.maxBins", { default: 255 }, docs)).not.toThrow();
    expect(() => checkDocs("of.maxBins", {}, docs)).not.toThrow();
    expect(() => checkDocs("of.maxBins", { default: 64 }, docs)).toThrow('should say "Default: 64"');
    expect(() => checkDocs("of.maxBins", { default: 25 }, docs)).toThrow('should say "Default: 25"');
    expect(() => checkDocs("of.maxBins", { default: null }, docs)).toThrow('should say "Default: none"');
    expect(() => checkDocs("of.maxBins", { isRequired: true }, docs)).toThrow("is required");
    expect(() => checkDocs("of.maxBins", {}, { about: "Bins.", default: null })).toThrow('says no "Default: …"');
    expect(() => checkDocs("of.maxBins", { default: 255 }, { about: "", default: "255" })).toThrow("needs a comment");
  });
});

test("editors show the comment of an option where it is written", () => {
  const pairs = [
    ["cartOptions", "CartOptions"],
    ["randomForestOptions", "RandomForestOptions"],
    ["boostingOptions", "BoostingOptions"],
    ["boostingRunOptions", "BoostingFitOptions"],
    ["crossValidateOptions", "CrossValidateOptions"],
  ];
  const path = "packages/core/src/index.ts";
  const docs = optionDocs(
    root,
    pairs.flat().map((name) => [path, name]),
  );
  const commentsOf = (name) =>
    Object.fromEntries(Object.entries(docs[name]).map(([option, { about }]) => [option, about]));
  for (const [group, type] of pairs) expect(commentsOf(type)).toEqual(commentsOf(group));
});

describe("npm run example", () => {
  const run = (...args) => runNode(join(root, "scripts/example.mjs"), args);

  test("runs TypeScript from anywhere on the sources", () => {
    const folder = treeOf({
      "mine.ts": 'import { cart } from "cambium";\nconst name: string = cart().name;\nconsole.log(name);\n',
    });
    expect(run(join(folder, "mine.ts"))).toMatchObject({ status: 0, stdout: "cart\n", stderr: "" });
  });

  test("ends as the program does, and shows the line of the source where it failed", () => {
    const folder = treeOf({ "mine.ts": 'type Unused = string;\n\nthrow new Error("on line three");\n' });
    const { status, stderr } = run(join(folder, "mine.ts"));
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/mine\.ts:3/);
  });

  test("hands its arguments on, as they are", () => {
    const folder = treeOf({ "mine.ts": "console.log(JSON.stringify(process.argv.slice(2)));" });
    const given = ["a", "two words", "--seed=3", ""];
    expect(JSON.parse(run(join(folder, "mine.ts"), ...given).stdout)).toEqual(given);
  });

  test("without a file, or with one that is not there, says so without a stack", () => {
    for (const { status, stderr } of [run(), run("docs/examples/gone.ts")]) {
      expect(status).toBe(1);
      expect(stderr).toMatch(/^cambium: /);
      expect(stderr).not.toContain("    at ");
    }
  });
});

test("code that fails is shown with its error", async () => {
  await expect(valueOfTypeScript('throw new Error("as it should");')).rejects.toThrow("as it should");
  expect((await runTypeScript({ code: "process.exit(3);" })).status).toBe(3);
});
