import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** One module that a page or a worker loads as it is, from code that imports what lies in this folder, or Cambium. */
export async function scriptOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    conditions: ["@cambium/source"],
    write: false,
  });
  return outputFiles[0].text;
}
