import { describe, expect, test } from "vitest";
import { findCycles } from "../imports/find-cycles.mjs";
import { findViolations } from "../imports/find-violations.mjs";

const violationsOf = (files) => findViolations(new Map(Object.entries(files)));

describe("a tree that keeps the rules", () => {
  test("has no violation", () => {
    const files = {
      "packages/kernels/src/index.ts": 'export { exp } from "./math/exp.ts";',
      "packages/kernels/src/math/exp.ts": "export const exp = (x: number) => x * globalThis.Math.sqrt(x) * 2 ** -53;",
      "packages/core/src/index.ts":
        'export { grow } from "./grower/grower.ts";\nexport type { Tree } from "./tree/tree.ts";',
      "packages/core/src/tree/tree.ts": "export interface Tree { readonly process: number }",
      "packages/core/src/grower/grower.ts":
        'import { exp } from "@cambium/kernels";\nimport type { Tree } from "../tree/tree.ts";\nexport const grow = (t: Tree) => exp(t.process);',
      "packages/core/test/grower/grower.test.ts":
        'import { test } from "vitest";\nimport { grow } from "../../src/grower/grower.ts";\ntest("grows", () => process.exit(grow()));',
      "packages/io/src/read.ts": 'import { readFile } from "node:fs/promises";\nexport const read = readFile;',
      "packages/losses/src/own.ts": "export const f = (location: number) => ({ self: location, window: 1 }).self;",
      "apps/studio/src/main.ts":
        'import { cart } from "cambium";\nimport { readCsv } from "cambium/io";\ncart(readCsv);',
    };
    expect(violationsOf(files)).toEqual([]);
  });
});

describe("each rule can fail", () => {
  const core = (folder, text) => ({ [`packages/core/src/${folder}/a.ts`]: text, "packages/core/src/grower/b.ts": "" });
  const cases = [
    [
      "a package imports one that its row does not name",
      { "packages/io/src/a.ts": 'import "@cambium/losses";' },
      "io may import only @cambium/core",
    ],
    [
      "a package imports kernels that may not",
      { "packages/viz/src/a.ts": 'import "@cambium/kernels";' },
      "viz may import only @cambium/core",
    ],
    [
      "kernels import anything of ours",
      { "packages/kernels/src/a.ts": 'export { x } from "@cambium/core";' },
      "kernels may import nothing",
    ],
    ["a package without a row", { "packages/new/src/a.ts": 'import "@cambium/core";' }, "has no row"],
    [
      "a subpath of our own package",
      { "packages/viz/src/a.ts": 'import "@cambium/core/tree";' },
      "viz may import only",
    ],
    [
      "core imports from later in the flow",
      core("tree", 'import { b } from "../grower/b.ts";'),
      "tree comes before grower",
    ],
    [
      "core imports a type from later in the flow",
      core("tree", 'import type { B } from "../grower/b.ts";'),
      "tree comes before grower",
    ],
    [
      "core re-exports from later in the flow",
      core("tree", 'export { b } from "../grower/b.ts";'),
      "tree comes before grower",
    ],
    [
      "core names a type from later in the flow",
      core("tree", 'type B = import("../grower/b.ts").B;'),
      "tree comes before grower",
    ],
    ["core loads from later in the flow", core("tree", 'await import("../grower/b.ts");'), "tree comes before grower"],
    [
      "a folder in a folder imports from later in the flow",
      core("tree/walk", 'import { b } from "../../grower/b.ts";'),
      "tree/walk comes before grower",
    ],
    ["core has a folder outside the flow", { "packages/core/src/shared/a.ts": "" }, "is not in one of core's folders"],
    ["core has a file beside its index", { "packages/core/src/a.ts": "" }, "is not in one of core's folders"],
    [
      "a source imports its own index",
      { "packages/io/src/a.ts": 'import "./index.ts";', "packages/io/src/index.ts": "" },
      "its own package's index",
    ],
    [
      "a source imports a test",
      { "packages/io/src/a.ts": 'import "../test/b.ts";', "packages/io/test/b.ts": "" },
      "only sources",
    ],
    [
      "an import leaves its package",
      { "packages/io/test/a.ts": 'import "../../core/src/util/b.ts";', "packages/core/src/util/b.ts": "" },
      "outside its package",
    ],
    ["an import finds nothing", { "packages/io/src/a.ts": 'import "./gone.ts";' }, "does not exist"],
    ["core imports node:", core("util", 'import { join } from "node:path";'), "imports node:path"],
    [
      "core imports node: only when called",
      core("util", 'export const f = () => import("node:path");'),
      "imports node:path",
    ],
    [
      "core imports a type from a registry",
      core("util", 'import type { Table } from "apache-arrow";'),
      "imports apache-arrow",
    ],
    ["losses import a computed name", { "packages/losses/src/a.ts": "await import(name);" }, "imports a computed name"],
    ["core requires", core("util", 'const { join } = require("path");'), "imports path"],
    ["core uses the DOM", core("util", "document.title = 'x';"), "uses document"],
    ["core uses Node", core("util", "export const on = process.versions.node;"), "uses process"],
    [
      "core declares a host's global to use it",
      core("util", "declare const process: { pid: number };\nexport const p = process.pid;"),
      "uses process",
    ],
    ["core goes through globalThis", core("util", "export const f = globalThis.fetch;"), "uses globalThis"],
    [
      "kernels name a host's global",
      { "packages/kernels/src/a.ts": "export const w = new Worker('');" },
      "uses Worker",
    ],
    [
      "kernels name a host's global in globalThis",
      { "packages/kernels/src/a.ts": "globalThis.process.exit();" },
      "uses process",
    ],
    [
      "losses use the engine's power",
      { "packages/losses/src/a.ts": "export const f = (x: number) => x ** 2;" },
      "uses **",
    ],
    ["kernels assign the engine's power", { "packages/kernels/src/a.ts": "let x = 2; x **= 2;" }, "uses **"],
    [
      "an application imports kernels",
      { "apps/studio/src/a.ts": 'import "@cambium/kernels";' },
      "only public packages",
    ],
    [
      "an example imports what is not exported",
      { "docs/examples/a.ts": 'import "cambium/src/tree.ts";' },
      "only public packages",
    ],
  ];
  test.each(cases)("%s", (_rule, files, message) => {
    const violations = violationsOf(files);
    expect(violations.join("\n")).toContain(message);
  });

  test("two files import each other, though only by type", () => {
    const files = {
      "packages/io/src/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;',
      "packages/io/src/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;',
    };
    expect(violationsOf(files)).toEqual([
      "packages/io/src/a.ts:1 is in an import cycle: packages/io/src/a.ts → packages/io/src/b.ts → packages/io/src/a.ts.",
    ]);
  });

  test("the line of the import is told", () => {
    expect(violationsOf(core("util", '\n\nimport "node:fs";'))[0]).toMatch(/^packages\/core\/src\/util\/a\.ts:3 /);
  });
});

describe("cycles", () => {
  test("every file in a cycle is told, and one that only leads into it is not blamed", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["d", "b"]],
      ["d", ["b"]],
      ["self", ["self"]],
      ["end", []],
    ]);
    expect(findCycles(graph)).toEqual([
      ["b", "c", "b"],
      ["d", "b", "c", "d"],
      ["self", "self"],
    ]);
  });
});
