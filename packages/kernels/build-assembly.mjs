// Compiles assembly/ and writes the binary, as text, to src/generated/kernels-binary.ts. The result depends on the
// sources and the pinned compiler only.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const room = fileURLToPath(new URL(".", import.meta.url));
const target = new URL("src/generated/kernels-binary.ts", import.meta.url);
const flags = [
  ...[
    "--enable",
    "simd,threads",
    "--importMemory",
    "--sharedMemory",
    "--initialMemory",
    "1",
    "--maximumMemory",
    "65536",
  ],
  ...["--noExportMemory", "--runtime", "stub", "-O3", "--converge", "--noAssert"],
];

let binary;
const { error, stderr } = await asc.main(
  ["assembly/index.ts", "--baseDir", room, "--outFile", "kernels.wasm", ...flags],
  {
    writeFile: (name, contents) => {
      if (name === "kernels.wasm") binary = contents;
    },
  },
);
if (error || !binary) {
  console.error(stderr.toString());
  throw error ?? new Error("asc wrote no binary");
}

const text = `// Written by build-assembly.mjs from assembly/. Do not edit.

/** The compiled kernels in base64. Their memory import is declared shared. */
export const kernelsBinary =
  "${Buffer.from(binary).toString("base64")}";
`;
if ((await readFile(target, "utf8").catch(() => "")) !== text) await writeFile(target, text);
console.log(`kernels: ${binary.length} bytes of WebAssembly`);
