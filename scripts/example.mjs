import { resolve } from "node:path";
import { runTypeScript } from "./run-typescript.mjs";

// `npm run example <file> [arguments]` runs a TypeScript file that uses Cambium, on the sources as they stand, with the arguments.
const [file, ...given] = process.argv.slice(2);
if (file === undefined) {
  console.error("cambium: expected a file, got none; write npm run example docs/examples/first-tree.ts");
  process.exitCode = 1;
} else {
  await run(resolve(file));
}

async function run(path) {
  try {
    const { status } = await runTypeScript({ path, args: given }, { stdio: ["pipe", "inherit", "inherit"] });
    process.exitCode = status ?? 1;
  } catch (error) {
    console.error(`cambium: ${error.message}`);
    process.exitCode = 1;
  }
}
