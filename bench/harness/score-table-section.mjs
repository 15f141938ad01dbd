import { friedmanOf, intervalOf, mean, ranksOf, verdictOfSplits } from "./compare-scores.mjs";
import { markdownTable } from "./race-section.mjs";

const FIGURES = {
  logLoss: { title: "log loss", sign: 1 },
  accuracy: { title: "accuracy", sign: -1 },
  auc: { title: "AUC", sign: -1 },
  rmse: { title: "RMSE", sign: 1 },
  mae: { title: "mean absolute error", sign: 1 },
  r2: { title: "R²", sign: -1 },
};

/** The figure that decides, of classes and of numbers: what all of them minimise unless told. */
const DECIDING = ["logLoss", "rmse"];

const KINDS = [
  { title: "all", has: () => true },
  { title: "two classes", has: ({ classes }) => classes === 2 },
  { title: "more classes", has: ({ classes }) => classes > 2 },
  { title: "numbers", has: ({ classes }) => classes === 0 },
  { title: "with categories", has: ({ categorical }) => categorical > 0 },
  { title: "numeric alone", has: ({ categorical }) => categorical === 0 },
  { title: "below 500 rows", has: ({ rows }) => rows < 500 },
  { title: "from 500 rows", has: ({ rows }) => rows >= 500 },
];

/** The first of the rivals is the one that the others are compared with. */
export function scoreTableSection({ rivals, seeds }, result) {
  const names = rivals.map(({ name }) => name).filter((name) => result.turns.some(({ rival }) => rival === name));
  const scoresOf = (set, name) => result.turns.find((turn) => turn.set === set && turn.rival === name)?.scores;
  const whole = Object.entries(result.sets)
    .map(([set, facts]) => ({ set, ...facts, scores: names.map((name) => scoresOf(set, name)) }))
    .filter(({ scores }) => scores.every((own) => own !== undefined));
  const others = names.slice(1);
  const figures = Object.keys(FIGURES).filter((figure) => whole.some(({ scores }) => scores[0][figure]));
  return [
    rankPart(names, whole),
    againstPart(names, whole),
    `A cell of the tables that follow is the mean over ${seeds.length} splits and half its interval of 95 % by Student; the best of a line is
bold. Behind a figure of another \`+\` says that ${names[0]} is better by the paired test, \`−\` that it is worse, and nothing that this is not decided.\n`,
    ...figures.map((figure) => figurePart(figure, names, whole)),
    setPart(whole),
    problemPart(result.turns, others),
  ].join("\n");
}

/** Of each set, the mean of the figure that decides, for everyone. */
function decidingMeans({ scores }) {
  const figure = DECIDING.find((name) => scores[0][name]);
  return scores.map((own) => mean(own[figure]));
}

function rankPart(names, whole) {
  const kinds = KINDS.map((kind) => ({ ...kind, sets: whole.filter(kind.has) })).filter(({ sets }) => sets.length > 0);
  const ranks = kinds.map(({ sets }) => friedmanOf(sets.map((set) => ranksOf(decidingMeans(set)))));
  const header = ["mean rank", ...kinds.map(({ title, sets }) => `${title} (${sets.length})`)];
  const body = names.map((name, at) => [name, ...ranks.map(({ meanRanks }) => meanRanks[at].toFixed(2))]);
  const critical = ["critical difference", ...ranks.map(({ criticalDifference }) => criticalDifference.toFixed(2))];
  const [{ f, chiSquare, meanRanks, criticalDifference }] = ranks;
  const differ = names.filter((_, at) => Math.abs(meanRanks[at] - meanRanks[0]) > criticalDifference);
  const verdict =
    differ.length === 0
      ? `No rank differs from that of ${names[0]} by more than the critical difference.`
      : `From that of ${names[0]} the rank of ${differ.join(" and of ")} differs by more than the critical difference.`;
  return `### Ranks by log loss and RMSE

${markdownTable([header, ...body, critical])}
1 is the best. Friedman's χ² over all sets is ${chiSquare.toFixed(2)}, F in the form of Iman and Davenport ${f.toFixed(2)}
with ${names.length - 1} and ${(names.length - 1) * (whole.length - 1)} degrees of freedom. ${verdict}
`;
}

function againstPart([own, ...others], whole) {
  const header = [
    `${own} against`,
    "better / undecided / worse",
    "lower / equal / higher mean",
    "geometric mean of the ratio",
  ];
  const body = others.map((name, at) => {
    const verdicts = whole.map(({ scores }) => {
      const figure = DECIDING.find((one) => scores[0][one]);
      return verdictOfSplits(scores[0][figure], scores[at + 1][figure]);
    });
    const means = whole.map((set) => decidingMeans(set)).map((all) => [all[0], all[at + 1]]);
    const count = (of) => means.filter(of).length;
    return [
      name,
      ["better", "undecided", "worse"].map((word) => verdicts.filter((verdict) => verdict === word).length).join(" / "),
      [count(([a, b]) => a < b), count(([a, b]) => a === b), count(([a, b]) => a > b)].join(" / "),
      Math.exp(mean(means.map(([a, b]) => Math.log(a / b)))).toFixed(3),
    ];
  });
  return `### Set by set, by log loss and RMSE

${markdownTable([header, ...body])}
A ratio is the mean of ${own} divided by that of the other: below 1 ${own} errs less.
`;
}

function figurePart(figure, names, whole) {
  const { title, sign } = FIGURES[figure];
  const sets = whole.filter(({ scores }) => scores[0][figure]);
  const body = sets.map(({ set, scores }) => {
    const signed = scores.map((own) => own[figure].map((value) => sign * value));
    const best = Math.min(...signed.map(mean));
    return [
      set,
      ...signed.map((own, at) => {
        const verdict = at === 0 ? "undecided" : verdictOfSplits(signed[0], own);
        const cell = shown(scores[at][figure]);
        return `${mean(own) === best ? `**${cell}**` : cell}${SIGNS[verdict]}`;
      }),
    ];
  });
  return `### ${title[0].toUpperCase()}${title.slice(1)}\n\n${markdownTable([["set", ...names], ...body])}`;
}

const SIGNS = { better: " +", worse: " −", undecided: "" };

/** As many digits as the interval lets one see. */
function shown(values) {
  const { mean: middle, reach } = intervalOf(values);
  const digits = reach === 0 ? 4 : Math.max(0, 1 - Math.floor(Math.log10(reach)));
  return `${middle.toFixed(digits)} ± ${reach.toFixed(digits)}`;
}

function setPart(whole) {
  const header = ["set", "rows", "features", "of categories", "missing values", "classes"];
  const body = whole.map(({ set, rows, features, categorical, missing, classes }) => [
    set,
    ...[rows, features, categorical, missing].map((count) => count.toLocaleString("en")),
    classes === 0 ? "" : String(classes),
  ]);
  return `### The sets\n\n${markdownTable([header, ...body])}`;
}

/** Sets that somebody has no scores of are in no table, and that is said. */
function problemPart(turns) {
  const failed = turns.filter(({ problem }) => problem !== undefined);
  return failed.map(({ set, rival, problem }) => `Left out: ${set}, since of ${rival} there is ${problem}.\n`).join("");
}
