import { loadCases } from "./load-cases.mjs";
import { markdownTable, short, summaryOf } from "./race-section.mjs";
import { newestResults } from "./results.mjs";
import { ratioByRound } from "./verdict-of.mjs";

/** What the README claims: of each case that is claimed, and was measured, Cambium beside the fastest of the others. */
export async function speedTable(root) {
  return speedTableOf(await loadCases(), newestResults(root));
}

export function speedTableOf(cases, results) {
  const rows = [...cases].flatMap(([name, { isClaimed, title, rivals }]) => {
    if (!isClaimed || !results.has(name)) return [];
    const known = rivals.flatMap((rival) => {
      const own = results.get(name).turns.filter((turn) => turn.rival === rival.name);
      const summary = own.length === 0 ? {} : summaryOf(own);
      return summary.wall === undefined ? [] : [{ ...rival, ...summary }];
    });
    const cambium = known.find((rival) => rival.name === "Cambium");
    const [fastest] = known.filter(({ peer }) => peer !== "cambium").sort((a, b) => a.wall - b.wall);
    if (cambium === undefined || fastest === undefined) return [];
    const ratio = ratioByRound(cambium, fastest).toFixed(2);
    return [[title, short(cambium.wall), `${fastest.name} ${short(fastest.wall)}`, ratio]];
  });
  return markdownTable([["work", "Cambium, seconds", "the fastest other", "ratio"], ...rows]);
}
