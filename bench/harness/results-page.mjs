import { curveSection } from "./curve-section.mjs";
import { defaultsSection } from "./defaults-section.mjs";
import { loadCases, titleOf } from "./load-cases.mjs";
import { modelsVerdict } from "./models-verdict.mjs";
import { optionsSection } from "./options-section.mjs";
import { raceSection } from "./race-section.mjs";
import { newestResults } from "./results.mjs";
import { sweepsSection } from "./sweeps-section.mjs";
import { waitsSection } from "./waits-section.mjs";

const SECTIONS = {
  race: raceSection,
  curve: curveSection,
  sweeps: sweepsSection,
  waits: waitsSection,
  defaults: defaultsSection,
  options: optionsSection,
};

const INTRODUCTION = `<!-- Written by \`npm run generate\` from bench/cases and bench/results. Do not edit. -->

Every time is of training alone, from a table in memory to a model, or in the cases of prediction of that alone. Rivals
took turns, each turn in a process of its own after a fit of 1,000 rows to warm up; all had the same bytes, and one judge
for their predictions on rows that none had seen. A ratio is Cambium's time divided by the other's: below 1 Cambium is faster.
The case of defaults tells what its times count.

CPU seconds are those of all threads of the process, and not all of them are work. Where threads share a tree, one that finds
no task looks again for a moment before it sleeps; so do those of XGBoost and LightGBM. Node also compiles and collects
garbage on threads of its own. So CPU time tells what a fit costs others on the machine, from above; two fits are compared
by their seconds, on a machine that does nothing else.

The p99 of waits is of the thread that calls \`fit\`: other tasks that come to it at any moment of the fit wait, 99 of 100 of
them, at most so long for their turn. What the machine does else is no part of it, except in a browser.
`;

/** RESULTS.md: the newest result of each case, beside what was aimed at. */
export async function resultsPage(root) {
  const results = newestResults(root);
  const sections = [...(await loadCases())].map(([name, benchCase]) => {
    const heading = `## ${benchCase.title}\n`;
    const result = results.get(name);
    if (result === undefined) return `${heading}\n\`${name}\` has not been measured yet.\n`;
    return `${heading}\n${sectionOf(benchCase, result)}\n${conditions(name, result, benchCase.rivals)}\n`;
  });
  return [{ path: "bench/RESULTS.md", text: [`# Results\n\n${INTRODUCTION}`, ...sections].join("\n") }];
}

/** What was measured in a case, and whether it is what was aimed at. */
export function sectionOf(benchCase, result) {
  const models = modelsVerdict(benchCase, result);
  return `${SECTIONS[benchCase.kind](benchCase, result)}${models === undefined ? "" : `\n${models}\n`}`;
}

function conditions(name, { date, machine, node, commit, rounds, absent, turns }, rivals) {
  const peerOf = new Map(rivals.map((rival) => [rival.name, rival.peer]));
  const told = turns.flatMap(({ rival, version }) => (version ? [`${titleOf(peerOf.get(rival))} ${version}`] : []));
  const versions = [...new Set(told)].join(", ");
  const loads = turns.map(({ load }) => load);
  const missing = absent.length === 0 ? "" : ` Not there: ${absent.join(", ")}.`;
  return `\`${name}\`, ${date}: ${machine.name}, ${machine.processor}, ${machine.memoryGiB} GiB, ${machine.system}; Node ${node};
${versions}; commit ${commit}; ${rounds} rounds; load average at the start of a turn ${Math.min(...loads)} to ${Math.max(...loads)}.${missing}`;
}
