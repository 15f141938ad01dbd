import { join, relative } from "node:path";
import { CambiumError } from "cambium";
import { readCsv } from "cambium/io";
import { treeText } from "cambium/viz";
import { learnTree } from "../learning/learn-tree.ts";
import { formatNumber } from "../telling/format-number.ts";
import { type ScoreEntry, scoreEntries } from "../telling/score-entries.ts";
import { boostBodyMass } from "./boost-body-mass.ts";
import { DemoError } from "./demo-error.ts";
import { type Output, ProgressLine } from "./progress-line.ts";
import type { ReportSubject } from "./report-page.ts";
import { serveFolder } from "./serve-folder.ts";
import { writeReport } from "./write-report.ts";

const DEFAULT_PORT = 4100;
const PORTS_TRIED = 20;

/** What index.html sets when it opens, so that both show the same tree. */
export const DEMO_SETTINGS = {
  target: "species",
  task: "auto",
  maxDepth: 8,
  minRowsLeaf: 2,
  pruning: "min",
} as const;

/**
 * `npm start`, from the table on: trains, tells, writes the report, and serves the studio where somebody can press Ctrl-C.
 * `root` is the repository's folder.
 */
export async function runDemo(root: string): Promise<void> {
  const studio = join(root, "apps/studio");
  const report = join(root, "reports/penguins.html");
  const { stdout, env } = process;
  try {
    const subject = await learn(join(root, "fixtures/datasets/penguins.csv"), stdout);
    stdout.write(`\n${treeText(subject.tree.model)}\n\n`);
    writeReport(report, subject, studio);
    stdout.write(`Report: ${relative(process.cwd(), report)}, one file that any browser opens, offline too\n`);
    if (stdout.isTTY && !env.CI) await serveStudio(join(studio, "dist/page"), env.PORT, stdout);
    else stdout.write("Studio: not served, since this is no terminal that somebody could press Ctrl-C in\n");
  } catch (error) {
    if (!(error instanceof CambiumError || error instanceof DemoError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function learn(file: string, output: Output): Promise<ReportSubject> {
  const penguins = await readCsv(file);
  output.write(`${penguins.rowCount} penguins, ${penguins.columnNames.length} columns\n\n`);
  output.write("Which species? One tree, pruned by ten-fold cross-validation\n");
  const tree = await learnTree(penguins, DEMO_SETTINGS);
  output.write(scoreLines(tree.scores.rows, scoreEntries(tree.scores, tree.guess)));

  output.write("\nHow heavy? Boosted trees\n");
  const progress = new ProgressLine(output);
  const boosted = await boostBodyMass(penguins, ({ round, rounds, trainLoss }) =>
    progress.show(round, rounds, `round ${round} of ${rounds}, mean loss ${formatNumber(trainLoss)}`),
  );
  progress.end();
  output.write(scoreLines(boosted.scores.rows, scoreEntries(boosted.scores, null)));
  return { tree, boosted };
}

function scoreLines(rows: number, entries: readonly ScoreEntry[]): string {
  const lines = entries.map(({ name, value, meaning }) => `    ${name.padEnd(9)} ${value.padStart(7)}  ${meaning}\n`);
  return `  on ${rows} rows kept apart:\n${lines.join("")}`;
}

async function serveStudio(folder: string, wanted: string | undefined, output: Output): Promise<void> {
  const ports = portsToTry(wanted);
  const { port, close } = await serveFolder(folder, ports);
  if (port !== ports[0]) output.write(`Port ${ports[0]} is taken, so the studio has another.\n`);
  output.write(`Studio: http://localhost:${port} until Ctrl-C\n`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
}

/** A port that was asked for, or else the first free one of a few. */
export function portsToTry(wanted: string | undefined): number[] {
  if (!wanted) return Array.from({ length: PORTS_TRIED }, (_, i) => DEFAULT_PORT + i);
  const port = Number(wanted);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return [port];
  throw new DemoError(`PORT is "${wanted}", expected a number from 1 to 65535`);
}
