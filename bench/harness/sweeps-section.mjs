import { markdownTable, short, summaryOf } from "./race-section.mjs";
import { slope } from "./statistics.mjs";

/** So many signs long is the bar of the slowest point. */
const LONGEST_BAR = 30;

/** A case in which one thing after another grows and all else stays: the curve of each, and how steep it ends. */
export function sweepsSection({ sweeps }, { turns }) {
  return sweeps.map((sweep) => sweepSection(sweep, turns)).join("\n");
}

function sweepSection({ of, what, points, power, limit }, turns) {
  const timed = points.map((point) => {
    const own = turns.filter(({ rival }) => rival === `${point.toLocaleString("en")} ${of}`);
    return { point, ...(own.length === 0 ? { problem: "not measured" } : summaryOf(own)) };
  });
  const known = timed.filter(({ problem }) => problem === undefined);
  const header = [
    of,
    "seconds: median (least – most)",
    "CPU seconds",
    "power since the line above",
    "the curve, by logarithms",
  ];
  const body = timed.map((row) => {
    const label = row.point.toLocaleString("en");
    if (row.problem !== undefined) return [label, row.problem, "", "", ""];
    const before = known[known.indexOf(row) - 1];
    const since = before === undefined ? "" : powerOf([before, row]).toFixed(2);
    const seconds = `${short(row.wall)} (${short(row.least)} – ${short(row.most)})`;
    return [label, seconds, short(row.cpuSeconds), since, barOf(row.wall, known)];
  });
  const heading = `### Time against ${of}: ${what}\n`;
  return [heading, markdownTable([header, ...body]), `${verdict(of, known, power, limit)}\n`].join("\n");
}

/** As long as the logarithm of the time is above that of half the least. */
function barOf(wall, known) {
  const walls = known.map((row) => row.wall);
  const [least, most] = [Math.min(...walls) / 2, Math.max(...walls)];
  return "█".repeat(Math.round((LONGEST_BAR * Math.log(wall / least)) / Math.log(most / least)));
}

function powerOf(rows) {
  return slope(
    rows.map(({ point }) => Math.log(point)),
    rows.map(({ wall }) => Math.log(wall)),
  );
}

/** What a fit costs before it looks at a row flattens the beginning of a curve, so its steeper half is judged. */
function verdict(of, known, power, limit) {
  if (known.length < 2) return "Not known: too few points have a time.";
  const reached = powerOf(known.slice(Math.min(known.length >> 1, known.length - 2)));
  const said = reached <= limit ? "met" : "**missed**";
  const end = known.length === 2 ? "" : ", in the upper half of the points";
  return `Time grows with the ${of} to the power ${reached.toFixed(2)}${end}. Theory: ${power}; limit ${limit}: ${said}.`;
}
