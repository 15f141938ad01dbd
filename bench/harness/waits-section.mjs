import { markdownTable, short } from "./race-section.mjs";

/** What a promise allows, in milliseconds. */
const LIMITS = { longestMilliseconds: 50, p99Milliseconds: 20, abortMilliseconds: 50 };

/** A case in which jobs are watched: how long the thread that called them had no turn for others, at the worst of the rounds. */
export function waitsSection({ rivals }, { turns }) {
  const header = [
    "job",
    "seconds",
    "the call itself, ms",
    "longest wait after it, ms",
    "p99 of waits, ms",
    "an abort took at most, ms",
    "kept",
  ];
  const rows = rivals.flatMap(({ name, note }) => {
    const own = turns.filter((turn) => turn.rival === name);
    return own.length === 0 ? [] : [rowOf(name, note, own)];
  });
  return markdownTable([header, ...rows]);
}

function rowOf(name, note, turns) {
  const who = note === undefined ? name : `${name} (${note})`;
  const problem = turns.find((turn) => turn.problem !== undefined)?.problem;
  if (problem !== undefined) return [who, problem, "", "", "", "", ""];
  const worst = (figure) => {
    const values = turns.map((turn) => turn[figure]).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : Math.max(...values);
  };
  const told = (figure) => worst(figure)?.toFixed(1) ?? "";
  const isKept = Object.entries(LIMITS).every(([figure, limit]) => (worst(figure) ?? 0) <= limit);
  const verdict = note === AT_ONCE ? "" : isKept ? "yes" : "**no**";
  return [who, short(worst("wallSeconds")), told("callMilliseconds"), ...Object.keys(LIMITS).map(told), verdict];
}

/** What promises nothing. */
export const AT_ONCE = "at once";
