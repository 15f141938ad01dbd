import { markdownTable, short, summaryOf } from "./race-section.mjs";
import { slope } from "./statistics.mjs";

/** Below this many bytes of columns the rest of a process outweighs them, and their multiple says nothing. */
const LEAST_BYTES = 2 ** 24;

const MEGABYTE = 1e6;

/** A case in which one learner does its work on ever more rows: how its time and its memory grow. */
export function curveSection({ rivals, limits }, { turns }) {
  const points = rivals.flatMap(({ name, data, work }) => {
    const own = turns.filter((turn) => turn.rival === name);
    if (own.length === 0) return [];
    const columnBytes = (data.rows * data.features * (work.columnBits ?? 64)) / 8;
    return [{ name, columnBytes, ...data, ...work, ...summaryOf(own) }];
  });
  const header = ["rows", "seconds: median (least – most)", "CPU seconds", "ns / (n · log₂ n · features)"];
  const memory = ["columns, MB", "peak of memory, MB", "× columns", "arena, MB", "× columns"];
  const body = points.map((point) => [point.name, ...timeCells(point), ...memoryCells(point)]);
  return [markdownTable([[...header, ...memory], ...body]), `${verdicts(points, limits)}\n`].join("\n");
}

function timeCells({ problem, wall, least, most, cpuSeconds, rows, features }) {
  if (problem !== undefined) return [problem, "", ""];
  const perStep = (wall * 1e9) / (rows * Math.log2(rows) * features);
  return [`${short(wall)} (${short(least)} – ${short(most)})`, short(cpuSeconds), perStep.toFixed(2)];
}

/** The peak is above what the process held before the fit, the columns among it. */
function memoryCells({ problem, columnBytes, memory, arenaBytes }) {
  const columns = (columnBytes / MEGABYTE).toFixed(1);
  if (problem !== undefined) return [columns, "", "", "", ""];
  const told = (bytes) =>
    bytes === undefined ? ["", ""] : [(bytes / MEGABYTE).toFixed(1), (bytes / columnBytes).toFixed(2)];
  return [columns, ...told(memory), ...told(arenaBytes)];
}

function verdicts(points, { power, memory }) {
  const timed = points.filter(({ problem, columnBits }) => problem === undefined && columnBits === undefined);
  if (timed.length < 2) return "Not known: too few sizes have a time.";
  const grown = slope(
    timed.map(({ rows }) => Math.log(rows * Math.log2(rows))),
    timed.map(({ wall }) => Math.log(wall)),
  );
  const large = timed.filter((point) => point.memory !== undefined && point.columnBytes >= LEAST_BYTES);
  const said = (reached, limit) => (reached <= limit ? "met" : "**missed**");
  const time = `Time grows as (n log n) to the power ${grown.toFixed(2)}; limit ${power}: ${said(grown, power)}.`;
  if (large.length === 0) return time;
  const most = Math.max(...large.map((point) => point.memory / point.columnBytes));
  const above = `Memory: at most ${most.toFixed(2)} × the columns where these have ${LEAST_BYTES / 2 ** 20} MiB or more`;
  return `${time}\n${above}; limit ${memory}: ${said(most, memory)}.`;
}
