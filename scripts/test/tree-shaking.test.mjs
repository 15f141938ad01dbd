import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { treeOf } from "./support/tree-of.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const AS_MODULE = { bundle: true, format: "esm", target: "es2022", external: ["@cambium/kernels"], write: false };

/** Core as one file, as its build makes it. A bundler can leave less out of that than out of the sources. */
const core = buildSync({ ...AS_MODULE, entryPoints: [join(root, "packages/core/src/index.ts")] }).outputFiles[0].text;

/** A bundle of a program that imports one name of core. */
function bundleOf(name) {
  const folder = treeOf({
    "core.js": core,
    "main.js": `import { ${name} } from "./core.js";\nconsole.log(${name});\n`,
  });
  return buildSync({ ...AS_MODULE, entryPoints: [join(folder, "main.js")] }).outputFiles[0].text;
}

test.each(["cart", "loadModel", "range"])("a bundle that imports %s alone has no metrics", (name) => {
  expect(bundleOf(name)).not.toContain("kullbackLeibler");
});

test.each(["boosting", "evaluate", "metrics"])("a bundle that imports %s alone has no ranges of parameters", (name) => {
  expect(bundleOf(name)).not.toContain("range.logUniform");
});

test("a bundle that imports metrics or ranges has them", () => {
  expect(bundleOf("metrics")).toContain("kullbackLeibler");
  expect(bundleOf("range")).toContain("range.logUniform");
});
