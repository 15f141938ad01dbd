import { median } from "./statistics.mjs";
import { ratioByRound, verdictOf } from "./verdict-of.mjs";

/** A case in which rivals do the same work: a table of them, and a sentence a target. */
export function raceSection({ rivals, targets }, { turns }) {
  const rows = rivals.flatMap((rival) => {
    const own = turns.filter((turn) => turn.rival === rival.name);
    return own.length === 0 ? [] : [{ ...rival, ...summaryOf(own) }];
  });
  const first = rows.find(({ name }) => name === "Cambium");
  const weighsMemory = targets.some(({ measure }) => measure === "memory");
  const columns = [...COLUMNS, ...(weighsMemory ? [MEMORY] : [])].filter(({ cell }) =>
    rows.some((row) => row.problem === undefined && cell(row, first) !== ""),
  );
  const header = ["who", ...columns.map(({ title }) => title)];
  const body = rows.map((row) => {
    const who = row.note === undefined ? row.name : `${row.name} (${row.note})`;
    if (row.problem !== undefined) return [who, row.problem, ...columns.slice(1).map(() => "")];
    return [who, ...columns.map(({ cell }) => cell(row, first))];
  });
  return [markdownTable([header, ...body]), ...targets.map((target) => `${verdictOf(target, rows)}\n`)].join("\n");
}

export function summaryOf(turns) {
  const problem = turns.find((turn) => turn.problem !== undefined)?.problem;
  if (problem !== undefined) return { problem };
  const of = (name) => turns.map((turn) => turn[name]).filter((value) => value !== undefined);
  const middle = (name) => (of(name).length === 0 ? undefined : median(of(name)));
  const names = [
    "cpuSeconds",
    "accuracy",
    "auc",
    "logLoss",
    "rmse",
    "leaves",
    "depth",
    "arenaBytes",
    "p99Milliseconds",
    "derivativeShare",
    "importSeconds",
    "sinceStartSeconds",
  ];
  return {
    wall: median(of("wallSeconds")),
    byRound: new Map(turns.map(({ round, wallSeconds }) => [round, wallSeconds])),
    least: Math.min(...of("wallSeconds")),
    most: Math.max(...of("wallSeconds")),
    memory: of("peakBytes").length === 0 ? undefined : median(turns.map((turn) => turn.peakBytes - turn.baselineBytes)),
    ...Object.fromEntries(names.map((name) => [name, middle(name)])),
  };
}

const COLUMNS = [
  {
    title: "seconds: median (least – most)",
    cell: ({ wall, least, most }) => `${short(wall)} (${short(least)} – ${short(most)})`,
  },
  {
    title: "ns a row and tree",
    cell: ({ wall, work, data }) => unitTime(work, "batch", wall, data.testRows * work.trees),
  },
  { title: "µs a row", cell: ({ wall, work, data }) => unitTime(work, "row", wall * 1e-3, data.testRows) },
  { title: "CPU seconds", cell: ({ cpuSeconds }) => (cpuSeconds === undefined ? "" : short(cpuSeconds)) },
  { title: "ratio: median of the rounds", cell: (row, first) => ratioByRound(first, row)?.toFixed(2) ?? "" },
  {
    title: "ratio of least",
    cell: ({ least }, first) => (first === undefined ? "" : (first.least / least).toFixed(2)),
  },
  { title: "accuracy", cell: ({ accuracy }) => accuracy?.toFixed(4) ?? "" },
  { title: "AUC", cell: ({ auc }) => auc?.toFixed(4) ?? "" },
  { title: "log loss", cell: ({ logLoss }) => logLoss?.toFixed(4) ?? "" },
  { title: "RMSE", cell: ({ rmse }) => rmse?.toFixed(4) ?? "" },
  { title: "leaves", cell: ({ leaves }) => leaves?.toLocaleString("en") ?? "" },
  { title: "depth", cell: ({ depth }) => depth?.toString() ?? "" },
  {
    title: "derivatives, % of the rounds",
    cell: ({ derivativeShare }) => (derivativeShare === undefined ? "" : (100 * derivativeShare).toFixed(1)),
  },
  { title: "p99 of waits, ms", cell: ({ p99Milliseconds }) => p99Milliseconds?.toFixed(1) ?? "" },
];

/** The peak during the fit, above what the process held before it. */
const MEMORY = {
  title: "memory of the fit, MB",
  cell: ({ memory }) => (memory === undefined ? "" : (memory / 1e6).toFixed(0)),
};

/** What one of many equal steps took, in cases that are of these. */
function unitTime({ measure }, wanted, seconds, steps) {
  return measure === wanted ? ((seconds * 1e9) / steps).toFixed(2) : "";
}

/** In seconds, to three digits. */
export function short(seconds) {
  return Number(seconds.toPrecision(3)).toString();
}

export function markdownTable([header, ...body]) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return `${[line(header), line(header.map(() => "---")), ...body.map(line)].join("\n")}\n`;
}
