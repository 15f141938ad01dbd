import { titleOf } from "./load-cases.mjs";
import { markdownTable, short, summaryOf } from "./race-section.mjs";
import { ratioByRound } from "./verdict-of.mjs";

const FIGURES = [
  // Every leaf of a fully grown tree has one class, so its log loss counts only how often it is wrong.
  { title: "log loss", figure: "logLoss", without: "cart" },
  { title: "accuracy", figure: "accuracy" },
  { title: "RMSE", figure: "rmse" },
];

const ABOUT = `Each time is that of the first fit of a new process, without a warm-up. Seconds of the fit do not count the import. Seconds since
the process began count everything but the reading of the data. A cell with several figures has them in the order of the
columns of the fit.
`;

/** A case in which each library fits by its own defaults in a new process: a table for each learner and kind of data. */
export function defaultsSection({ rivals, groups, firstFit }, { turns }) {
  const measured = rivals.flatMap((rival) => {
    const own = turns.filter((turn) => turn.rival === rival.name);
    return own.length === 0 ? [] : [{ ...rival, library: titleOf(rival.peer), ...summaryOf(own) }];
  });
  const isFirst = ({ data }) => data.rows === firstFit.rows;
  const sections = groups.flatMap((group) => {
    const own = measured.filter((row) => row.group === group.title && !isFirst(row));
    return own.length === 0 ? [] : [groupSection(group, own)];
  });
  const first = measured.filter(isFirst);
  const firstSection = first.length === 0 ? [] : [firstFitSection(groups, firstFit, first)];
  return [ABOUT, ...sections, ...firstSection].join("\n");
}

function groupSection({ title, learner, targetOf }, measured) {
  const libraries = [...new Set(measured.map(({ library }) => library))];
  const figures = FIGURES.filter(
    ({ figure, without }) => learner !== without && measured.some((row) => row[figure] !== undefined),
  );
  const header = [
    "rows",
    ...libraries.map((library) => `${library}, seconds of the fit`),
    "ratio to the fastest other",
    "target",
    "seconds since the process began",
    ...figures.map((each) => each.title),
  ];
  const body = [...new Set(measured.map(({ data }) => data.rows))].map((rows) => {
    const own = libraries.map((library) => measured.find((row) => row.library === library && row.data.rows === rows));
    const together = (figure, shown) =>
      own.map((row) => (row?.[figure] === undefined ? "–" : shown(row[figure]))).join(" / ");
    return [
      rows.toLocaleString("en"),
      ...own.map(timeCell),
      ...ratioCells(own, targetOf(rows)),
      together("sinceStartSeconds", short),
      ...figures.map(({ figure }) => together(figure, (value) => value.toFixed(4))),
    ];
  });
  return [`### ${title}\n`, markdownTable([header, ...body])].join("\n");
}

function timeCell(row) {
  if (row === undefined) return "–";
  return row.problem ?? `${short(row.wall)} (${short(row.least)} – ${short(row.most)})`;
}

/** Of the ratios to the others, the one to the fastest is the largest. */
function ratioCells(own, { target, moonshot }) {
  const cambium = own.find((row) => row?.library === "Cambium");
  const ratios = own.flatMap((row) => (row === cambium ? [] : (ratioByRound(cambium, row) ?? [])));
  if (ratios.length === 0) return ["–", `≤ ${target}: not known`];
  const ratio = Math.max(...ratios);
  const reached = ratio <= moonshot ? `moonshot of ${moonshot} reached` : "met";
  return [ratio.toFixed(2), `≤ ${target}: ${ratio <= target ? reached : "**missed**"}`];
}

function firstFitSection(groups, { rows, target }, measured) {
  const limit = 1000 * target;
  const header = ["who", "import, ms", "fit, ms", "together, ms", "target", "since the process began, ms"];
  const body = groups
    .flatMap(({ title }) => measured.filter(({ group }) => group === title))
    .map((row) => {
      const who = `${row.library}: ${row.group}`;
      if (row.problem !== undefined) return [who, row.problem, "", "", "", ""];
      const together = row.importSeconds + row.wall;
      const verdict = `≤ ${limit}: ${together <= target ? "met" : "**missed**"}`;
      const [imported, fit, both, all] = [row.importSeconds, row.wall, together, row.sinceStartSeconds].map((seconds) =>
        (1000 * seconds).toFixed(0),
      );
      return [who, imported, fit, both, row.library === "Cambium" ? verdict : "", all];
    });
  return [`### Import and the first fit of ${rows} rows\n`, markdownTable([header, ...body])].join("\n");
}
