import { loadStudies } from "./load-studies.mjs";
import { readStudy } from "./results.mjs";

const INTRODUCTION = `<!-- Written by \`npm run generate\` from bench/studies and bench/results/studies. Do not edit. -->

Here is how well what is learned predicts; how fast it is learned stands in [RESULTS.md](RESULTS.md). A study is run by
\`npm run study -- <name>\`, and its figures are reported as they come out.
`;

/** STUDIES.md: a section a study, which it makes from what came out of it. */
export async function studiesPage(root) {
  const sections = [...(await loadStudies())].map(([name, study]) => {
    const heading = `## ${study.title}\n\n${study.about}`;
    const result = readStudy(root, name);
    if (result === undefined) return `${heading}\n\`${name}\` has not been run yet.\n`;
    return `${heading}\n${study.section(study, result)}\n${conditions(name, study, result)}\n`;
  });
  return [{ path: "bench/STUDIES.md", text: [`# Studies\n\n${INTRODUCTION}`, ...sections].join("\n") }];
}

function conditions(name, { rivals }, { date, machine, node, commit, absent, turns }) {
  const versions = rivals.flatMap((rival) => {
    const turn = turns.find((one) => one.rival === rival.name && one.version !== undefined);
    return turn === undefined ? [] : [`${rival.name} ${turn.version}`];
  });
  const missing = absent.length === 0 ? "" : ` Not there: ${absent.join(", ")}.`;
  return `\`${name}\`, ${date}: ${machine.name}, ${machine.system}; Node ${node}; ${versions.join(", ")}; commit ${commit}.${missing}`;
}
