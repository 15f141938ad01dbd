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

test("a bundle that imports loadModel alone has no criteria, and no names of other libraries' options", () => {
  const words = ["misclassification", "min_samples_leaf"];
  for (const word of words) expect(bundleOf("cart")).toContain(word);
  expect(words.filter((word) => bundleOf("loadModel").includes(word))).toEqual([]);
});

test("cambium/predict has nothing of those who train, and of the kernels only those that predict", () => {
  const { metafile } = buildSync({
    ...AS_MODULE,
    external: [],
    conditions: ["@cambium/source"],
    entryPoints: [join(root, "packages/cambium/src/predict.ts")],
    outdir: "out",
    absWorkingDir: root,
    metafile: true,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const files = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0);
  expect(files).toContain("packages/kernels/src/generated/predict-binary.ts");
  expect(files).toContain("packages/core/src/model/load-model.ts");
  const ofTraining =
    /core\/src\/(goal|criterion|splitter|pruning|grower|engine|metric|training|evaluation)\/|grow|\/(bins|exact|columns)\//;
  expect(files.filter((path) => ofTraining.test(path))).toEqual([]);
});

test("a bundle that imports metrics or ranges has them", () => {
  expect(bundleOf("metrics")).toContain("kullbackLeibler");
  expect(bundleOf("range")).toContain("range.logUniform");
});
