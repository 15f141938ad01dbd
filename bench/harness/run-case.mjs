import { loadavg } from "node:os";
import { join } from "node:path";
import { writeData } from "../data/write-data.mjs";
import { takeTurn } from "./take-turn.mjs";

/**
 * Runs a case: rivals take turns, A B C A B C …, so that whatever else the machine does meets all of them. One that
 * failed gets no further turn.
 *
 * @param {object} benchCase one of `loadCases`
 * @param {Map<string, object>} runners of `preparePeers`
 * @param {{ folder: string, say: (line: string) => void }} options
 */
export async function runCase(benchCase, runners, { folder, say }) {
  const present = benchCase.rivals.filter(({ peer }) => runners.get(peer).absent === undefined);
  const absent = benchCase.rivals.filter((rival) => !present.includes(rival)).map(({ name }) => name);
  const failed = new Set();
  const turns = [];
  for (let round = 1; round <= benchCase.rounds; round++) {
    for (const { name, peer, data, work } of present) {
      if (failed.has(name)) continue;
      const job = { ...writeData(join(folder, "data"), data), work: { ...work, seed: round } };
      const load = Number(loadavg()[0].toFixed(2));
      const { limitSeconds } = benchCase;
      const answer = await takeTurn(runners.get(peer), job, { limitSeconds, predictions: join(folder, "predictions") });
      if (answer.problem !== undefined) failed.add(name);
      turns.push({ rival: name, round, load, ...rounded(answer) });
      say(
        `  round ${round} of ${benchCase.rounds}, ${name}: ${answer.problem ?? `${answer.wallSeconds.toFixed(3)} s`}`,
      );
    }
  }
  return { rounds: benchCase.rounds, absent, turns };
}

/** Microseconds are enough, and a file of results stays readable. */
function rounded(answer) {
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, typeof value === "number" ? Number(value.toFixed(6)) : value]),
  );
}
