import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL(".", import.meta.url));
const MEMORY = "--importMemory --sharedMemory --noExportMemory --exportTable --initialMemory 1 --maximumMemory 65536";
const FLAGS = `--enable simd,threads ${MEMORY} --runtime stub -O3 --converge --noAssert`.split(" ");

/**
 * Compiles assembly/, and gives the text of src/generated/kernels-binary.ts, which `npm run generate` writes. It depends
 * on the sources and the pinned compiler only.
 */
export async function buildAssembly() {
  let binary;
  const { error, stderr } = await asc.main(
    ["assembly/index.ts", "--baseDir", room, "--outFile", "kernels.wasm", ...FLAGS],
    {
      writeFile: (name, contents) => {
        if (name === "kernels.wasm") binary = contents;
      },
    },
  );
  if (error || !binary) throw new Error(`packages/kernels/assembly could not be compiled:\n${stderr.toString()}`);
  return `// Written by build-assembly.mjs from assembly/. Do not edit.

/** The compiled kernels, as \`decodeBinary\` reads them. Their memory import is declared shared. */
export const kernelsBinary =
  "${encodeBinary(binary)}";
`;
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
