import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commitOf } from "./commit-of.mjs";
import { loadStudies } from "./load-studies.mjs";
import { preparePeers } from "./peers.mjs";
import { describeMachine, writeStudy } from "./results.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Ignored by git, and not shared with others as a system's temporary folder is. */
const FOLDER = join(root, "node_modules/.cambium-bench");

/** Runs the studies that are named, or all, and keeps what came out. */
export async function runStudies(names, say = console.log) {
  const studies = await loadStudies();
  const unknown = names.find((name) => !studies.has(name));
  if (unknown !== undefined)
    throw new Error(`there is no study "${unknown}"; there are ${[...studies.keys()].join(", ")}`);
  for (const [name, study] of studies) {
    if (names.length > 0 && !names.includes(name)) continue;
    say(`${name}: ${study.title}`);
    const runners = preparePeers(
      study.rivals.map(({ peer }) => peer),
      FOLDER,
    );
    const date = new Date().toISOString().slice(0, 10);
    const result = await study.run(study, { runners, folder: join(FOLDER, "studies"), say });
    const conditions = { date, machine: describeMachine(), node: process.versions.node, commit: commitOf(root) };
    writeStudy(root, name, { ...conditions, ...result });
  }
}
