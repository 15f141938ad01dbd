import { runBench } from "../bench/harness/run-bench.mjs";
import { runTurbo } from "./run-turbo.mjs";

// `npm run bench [-- cart-100k …]` measures Cambium, as it is built from this checkout, beside its peers.
if (runTurbo(["build"], ["--filter=cambium"]).status === 0) await bench();
else process.exitCode = 1;

async function bench() {
  try {
    const written = await runBench(process.argv.slice(2));
    console.log(
      written ? "bench: npm run generate writes bench/RESULTS.md" : "bench: a trial, of which nothing is kept",
    );
  } catch (error) {
    console.error(`bench: ${error.message}`);
    process.exitCode = 1;
  }
}
