import { readdirSync, readFileSync } from "node:fs";

const ROOM = new URL("src/formulas/", import.meta.url);

/**
 * The files that `npm run generate` writes for AssemblyScript from src/formulas/. A formula is written once, in TypeScript, of float64
 * arithmetic, comparisons, calls of other formulas, and numbers that these keep: the two languages then come to the same bits.
 */
export function buildFormulas() {
  return readdirSync(ROOM).map((file) => ({
    path: `packages/kernels/assembly/generated/${file}`,
    text: `// Written by \`npm run generate\` from packages/kernels/src/formulas/${file}. Do not edit.\n\n${toAssembly(readFileSync(new URL(file, ROOM), "utf8"))}`,
  }));
}

/** The same lines in AssemblyScript. Its whole numbers are no float64, so each gets a point. */
export function toAssembly(typescript) {
  return typescript.split("\n").map(lineToAssembly).join("\n");
}

function lineToAssembly(line) {
  if (/^\s*(\/?\*|\/\/)/.test(line)) return line;
  if (line.startsWith("import ")) return line.replace('.ts"', '"');
  return line
    .replaceAll("===", "==")
    .replaceAll("!==", "!=")
    .replaceAll("Number.", "f64.")
    .replaceAll(": number", ": f64")
    .replace(/^((?:export )?(?:const|let) \w+) = (?!true|false)/, "$1: f64 = ")
    .replace(/(?<![\w.])\d+(?![\w.])/g, "$&.0");
}
