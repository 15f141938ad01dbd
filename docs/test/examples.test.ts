import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runTypeScript } from "../../scripts/run-typescript.mjs";
import { root } from "./support/read-pages.ts";

const names = readdirSync(join(root, "docs/examples"))
  .filter((name) => name.endsWith(".ts"))
  .map((name) => name.slice(0, -".ts".length));

/** Without what would colour the output. */
const { FORCE_COLOR: _, ...environment } = process.env;

describe("every example runs, and prints what the pages show", () => {
  test.each(names)("%s", { timeout: 30_000 }, async (name) => {
    const { status, stdout, stderr } = await runTypeScript({ path: `docs/examples/${name}.ts` }, { env: environment });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    // A module that is only imported by others prints nothing, and has no file.
    if (stdout !== "") await expect(stdout).toMatchFileSnapshot(`../examples/output/${name}.txt`);
  });

  test("no output is left of an example that is gone", () => {
    const outputs = readdirSync(join(root, "docs/examples/output")).map((name) => name.replace(/\.txt$/, ""));
    // A folder is a package, whose check prints the report of the kit.
    const made = readdirSync(join(root, "docs/examples"));
    expect(outputs.filter((name) => !names.includes(name) && !made.includes(name))).toEqual([]);
  });
});

test("an example that fails says why", async () => {
  const { status, stderr } = await runTypeScript({
    code: 'import { cart } from "cambium"; cart({ eta: 1 } as object);',
  });
  expect(status).not.toBe(0);
  expect(stderr).toContain('cart has no option "eta"');
});
