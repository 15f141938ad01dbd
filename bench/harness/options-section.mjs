import { markdownTable, short, summaryOf } from "./race-section.mjs";
import { ratioByRound } from "./verdict-of.mjs";

/** A case in which one option at a time is changed: a table a learner and table, and the time over that of the defaults. */
export function optionsSection({ rivals, most }, { turns }) {
  const summaries = new Map(
    rivals.flatMap(({ name }) => {
      const own = turns.filter((turn) => turn.rival === name);
      return own.length === 0 ? [] : [[name, summaryOf(own)]];
    }),
  );
  const groups = [...new Set(rivals.map(({ group }) => group))];
  return groups
    .map((group) => {
      const rows = rivals.filter((rival) => rival.group === group && summaries.has(rival.name));
      return `**${group}**\n\n${markdownTable([HEADER, ...rows.map((rival) => rowOf(rival, summaries, most))])}`;
    })
    .join("\n");
}

const HEADER = ["option", "seconds: median (least – most)", "× the defaults", "verdict"];

function rowOf({ name, option = "the defaults", against, why }, summaries, most) {
  const { problem, wall, least, most: longest } = summaries.get(name);
  if (problem !== undefined) return [option, problem, "", ""];
  const ratio = ratioByRound(summaries.get(name), summaries.get(against));
  const seconds = `${short(wall)} (${short(least)} – ${short(longest)})`;
  return [option, seconds, ratio?.toFixed(2) ?? "", ratio === undefined ? "" : verdictOf(ratio, most, why)];
}

/** An option may take longer where a sentence says why. */
function verdictOf(ratio, most, why) {
  if (ratio <= most) return `≤ ${most}`;
  return why === undefined ? `**> ${most}, and nothing says why**` : `> ${most}: ${why}`;
}
