import { runStudies } from "../bench/harness/run-study.mjs";
import { runTurbo } from "./run-turbo.mjs";

// `npm run study [-- score-table …]` lets Cambium, as it is built from this checkout, and its peers predict what none has seen.
if (runTurbo(["build"], ["--filter=cambium"]).status === 0) await study();
else process.exitCode = 1;

async function study() {
  try {
    await runStudies(process.argv.slice(2));
    console.log("study: npm run generate writes bench/STUDIES.md");
  } catch (error) {
    console.error(`study: ${error.message}`);
    process.exitCode = 1;
  }
}
