import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { anchorsOf, type Page, packageFolders, pageOf, read, readPages, root } from "./support/read-pages.ts";

const pages = readPages();
const byPath = new Map(pages.map((page) => [page.path, page]));
const scripts: Readonly<Record<string, string>> = JSON.parse(read("package.json")).scripts;

describe.each(pages)("$path", (page) => {
  test("has no link that leads nowhere", () => {
    expect(deadLinks(page)).toEqual([]);
  });

  test("shows no TypeScript that is not run: a fence quotes an example, to the letter", () => {
    expect(unprovenFences(page)).toEqual([]);
  });

  test("names only commands and files that exist", () => {
    expect(unknownCommands(page)).toEqual([]);
  });
});

describe("the checks above find what they look for", () => {
  test("a missing page, a missing heading, a missing file", () => {
    const text = `# Here
[a](gone.md) [b](#there) [c](api.md#nothing) [d](#here) [e](https://example.org) [f](csv.md#errors) ![g](./no.png)
<<< @/examples/gone.ts{text}
<<< @/examples/first-tree.ts
`;
    const dead = ["gone.md", "#there", "api.md#nothing", "./no.png", "@/examples/gone.ts"];
    expect(deadLinks(pageOf("docs/reference/x.md", text))).toEqual(dead);
  });

  test("code of its own, and a quote that is out of date", () => {
    const text = "```ts\nlet x = 1;\n```\n\n```ts docs/examples/nats.ts\nlet x = 1;\n```\n";
    expect(unprovenFences(pageOf("x.md", text))).toEqual(["ts", "ts docs/examples/nats.ts"]);
  });

  test("a script that package.json lacks, and a file that is not there", () => {
    const text = "Run `npm run nothing`.\n\n```sh\nnpm test\nnpm run example docs/examples/gone.ts\n```\n";
    expect(unknownCommands(pageOf("x.md", text))).toEqual(["npm run nothing", "docs/examples/gone.ts"]);
  });
});

test("the table of packages in the README names those in packages/, and what each may import is what the check allows", async () => {
  const { MAY_IMPORT } = await import("../../scripts/imports/boundaries.mjs");
  const rows = [...read("README.md").matchAll(/^\| \[`([^`]+)`\]\(packages\/([a-z-]+)\) \|.*\| ([^|]+) \|$/gm)];
  const named = rows.map(([, , folder]) => folder).sort();
  expect(named).toEqual(packageFolders().sort());
  for (const [, name, folder, imports] of rows) {
    const manifest = JSON.parse(read(`packages/${folder}/package.json`));
    expect(manifest.name).toBe(name);
    const allowed: readonly string[] = MAY_IMPORT[folder as keyof typeof MAY_IMPORT];
    const told = imports === "nothing" ? [] : imports.split(", ").map((short) => `@cambium/${short}`);
    expect(told.sort()).toEqual([...allowed].sort());
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(told);
  }
});

test.each(packageFolders())("packages/%s has a README for its page in a registry, under its name", (folder) => {
  const { name } = JSON.parse(read(`packages/${folder}/package.json`));
  expect(read(`packages/${folder}/README.md`)).toMatch(new RegExp(`^# ${name}\n`));
});

test("the README tells the size that the check of sizes allows", async () => {
  const { SIZE_BUDGETS } = await import("../../scripts/packages/size-budgets.mjs");
  expect(read("README.md")).toContain(`at most ${SIZE_BUDGETS.cambium} kB`);
});

test("the map of core in ARCHITECTURE lists its folders in the order that the check of imports enforces", async () => {
  const { FLOW } = await import("../../scripts/imports/boundaries.mjs");
  const listed = [...read("ARCHITECTURE.md").matchAll(/^\| `core\/src\/([a-z/-]+)` \|/gm)].map(([, folder]) => folder);
  expect(listed).toEqual(FLOW);
});

test("the list of error codes in the reference is the one in the source", () => {
  const source = read("packages/core/src/util/cambium-error.ts");
  const codes = [...source.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, code]) => code);
  const told = [...read("docs/reference/errors-and-limits.md").matchAll(/^\| `([a-z-]+)` \|/gm)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBeGreaterThan(0);
  expect(told).toEqual(codes);
});

test.each([
  ["65,535 categories", "packages/core/src/dataset/bin-column.ts", "MOST_BINS = 2 ** 16 - 1;"],
  ["from 0 to 2^60", "packages/core/src/dataset/read-weights.ts", "LARGEST_WEIGHT = 2 ** 60;"],
  ["2^−60 or more", "packages/core/src/dataset/read-weights.ts", "LEAST_HEAVIEST_WEIGHT = 2 ** -60;"],
  ["2^200", "packages/core/src/dataset/encode-target.ts", "LARGEST_TARGET = 2 ** 200;"],
  ["2^29 of them, 4 GiB", "packages/core/src/tree/value-limit.ts", "MOST_VALUES = 2 ** 29;"],
  ["2^24 numbers in all", "packages/core/src/explain/output-limit.ts", "MOST_VALUES = 2 ** 24;"],
  ["the file of a model | 4,096", "packages/core/src/dataset/target.ts", "MOST_CLASSES = 4096;"],
  ["2^31 − 1 bytes", "packages/io/src/source/byte-source.ts", "MAX_SOURCE_BYTES = 2 ** 31 - 1;"],
  ["65,536 columns", "packages/io/src/csv/scan-header.ts", "MAX_COLUMNS = 65_536;"],
  ["1,048,576 bytes", "packages/io/src/csv/field-scanner.ts", "MAX_FIELD_BYTES = 1_048_576;"],
  ["4 GiB", "packages/kernels/src/host/web-assembly.ts", "MOST_PAGES = 65_536"],
])("the limit of %s in the reference is the one in the source", (told, path, declared) => {
  expect(read("docs/reference/errors-and-limits.md")).toContain(told);
  expect(read(path).includes(declared), `${path} declares ${declared}`).toBe(true);
});

/** Links, pictures and included files: markdown's, HTML's, and VitePress's `<<<`. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"|^<<< ([^\s{]+)/gm;

/** Relative links whose page, file or heading does not exist. */
function deadLinks(page: Page): string[] {
  const links = [...page.prose.matchAll(LINK)].map(([, link, source, included]) => link ?? source ?? included);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [file, anchor] = link.split("#");
    const path = file === "" ? page.path : targetOf(page, file);
    if (path !== page.path && !existsSync(join(root, path))) return true;
    if (anchor === undefined) return false;
    const target = path === page.path ? page : byPath.get(path);
    return target === undefined || !anchorsOf(target).has(anchor);
  });
}

/** On the site a path from the top is one of a page, or of a file in docs/public; `@` is the top for an included file. */
function targetOf(page: Page, file: string): string {
  if (file.startsWith("@/")) return `docs/${file.slice(2)}`;
  if (!file.startsWith("/")) return posix.join(dirname(page.path), file);
  const inDocs = `docs${file.endsWith("/") ? `${file}index.md` : file}`;
  return existsSync(join(root, inDocs)) ? inDocs : `docs/public${file}`;
}

/** Fences of TypeScript or of an output that do not hold exactly what the file holds that they name. */
function unprovenFences({ fences }: Page): string[] {
  return fences
    .filter(({ language, info, code }) => {
      const isQuote = info.startsWith("docs/examples/");
      if (!isQuote) return /^(ts|js|typescript|javascript|mjs)$/.test(language);
      return !existsSync(join(root, info)) || read(info).trimEnd() !== code.trimEnd();
    })
    .map(({ language, info }) => `${language} ${info}`.trim());
}

/** `npm run …` of scripts that package.json lacks, and files in commands that are not there. */
function unknownCommands({ text, fences }: Page): string[] {
  const shell = fences.filter(({ language }) => language === "sh").flatMap(({ code }) => code.split("\n"));
  const spans = [...text.matchAll(/`((?:npm|npx|node) [^`\n]+)`/g)].map(([, command]) => command);
  return [...spans, ...shell].flatMap((line) => {
    const words = line.replace(/#.*$/, "").trim().split(/\s+/);
    const script =
      words[0] !== "npm" ? null : words[1] === "run" ? words[2] : /^(test|start)$/.test(words[1]) ? words[1] : null;
    const unknown = script !== null && !Object.hasOwn(scripts, script) ? [`npm run ${script}`] : [];
    const files = words.filter((word) => /^(docs|packages|scripts|fixtures|apps)\//.test(word) && !/[<…*]/.test(word));
    return [...unknown, ...files.filter((file) => !existsSync(join(root, file)))];
  });
}
