import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles src/worker.ts as a script, and gives the text of src/generated/worker-source.ts, which `npm run generate` writes. */
export async function buildWorker() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("src/worker.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "ascii",
    write: false,
  });
  return `// Written by build-worker.mjs from src/worker.ts. Do not edit.

/** What a worker runs where the host takes it as text. */
export const workerSource = ${JSON.stringify(outputFiles[0].text)};
`;
}
