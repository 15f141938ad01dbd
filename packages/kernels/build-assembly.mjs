import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL(".", import.meta.url));
const MEMORY = "--importMemory --sharedMemory --noExportMemory --exportTable --initialMemory 1 --maximumMemory 65536";
const FLAGS = `--enable simd,threads ${MEMORY} --runtime stub -O3 --converge --noAssert`.split(" ");

/** The modules: of each, the entry in assembly/, and what its exports are called. Each is embedded in a file of its own. */
const MODULES = { grow: "GrowLoops", predict: "PredictLoops" };

/**
 * Compiles assembly/, and gives the two files of each module that `npm run generate` writes: the binary as text, and the type of what it
 * exports. They depend on the sources and the pinned compiler only.
 */
export async function buildAssembly() {
  const files = await Promise.all(Object.entries(MODULES).map(([name, loops]) => buildModule(name, loops)));
  return files.flat();
}

async function buildModule(name, loops) {
  const files = new Map();
  const { error, stderr } = await asc.main(
    [`assembly/${name}.ts`, "--baseDir", room, "--outFile", "kernels.wasm", "--bindings", "raw", ...FLAGS],
    { writeFile: (file, contents) => files.set(file, contents) },
  );
  const [binary, declarations] = [files.get("kernels.wasm"), files.get("kernels.d.ts")];
  if (error || !binary)
    throw new Error(`packages/kernels/assembly/${name}.ts could not be compiled:\n${stderr.toString()}`);
  const head = `// Written by build-assembly.mjs from assembly/${name}.ts. Do not edit.`;
  return [
    {
      path: `packages/kernels/src/generated/${name}-binary.ts`,
      text: `${head}

/** The compiled module \`${name}\`, as \`decodeBinary\` reads it. Its memory import is declared shared. */
export const ${name}Binary =
  "${encodeBinary(binary)}";
`,
    },
    {
      path: `packages/kernels/src/generated/${name}-loops.ts`,
      text: `${head}

/** The functions that the module \`${name}\` exports: assembly/ says what each does. Places are offsets in bytes. */
export interface ${loops} {
${loopsIn(declarations)}
}
`,
    },
  ];
}

/** Of the functions that have a name, what the compiler declares. Nobody turns a truth value of WebAssembly, which is 0 or 1, into one. */
function loopsIn(declarations) {
  const loops = declarations.matchAll(/export function (\w{2,}\(.*\): \w+;)/g);
  return Array.from(loops, ([, loop]) => `  ${loop.replace("): boolean;", "): number;")}`).join("\n");
}

/** The signs that `src/decode-binary.ts` reads. */
const SIGNS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter((sign) => !"<\\".includes(sign));
const DIGITS = 88;

function encodeBinary(binary) {
  let text = "";
  for (const byte of binary) {
    const value = (byte + 3) % 256;
    const shift = Math.floor(value / DIGITS);
    text += (shift === 0 ? "" : SIGNS[DIGITS + shift - 1]) + SIGNS[value % DIGITS];
  }
  return text;
}
