import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL(".", import.meta.url));
const MEMORY = "--importMemory --sharedMemory --noExportMemory --initialMemory 1 --maximumMemory 65536";
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

/** The compiled kernels in hexadecimal digits, which gzip shortens more than it does base64. Their memory import is declared shared. */
export const kernelsBinary =
  "${Buffer.from(binary).toString("hex")}";
`;
}
