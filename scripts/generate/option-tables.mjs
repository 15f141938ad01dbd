import { readFileSync } from "node:fs";
import { join } from "node:path";
import { valueOfTypeScript } from "../run-typescript.mjs";
import { declarationOf, summaryOf } from "./read-exports.mjs";

const PAGE = "docs/reference/options.md";

/** Declared once as rules, which check what a user passes: the table is made from the very same values. */
const FROM_RULES = {
  "`cart(options)`": ["packages/core/src/index.ts", "cartOptions"],
  "`id3(options)`": ["packages/core/src/index.ts", "id3Options"],
  "`c45(options)`": ["packages/core/src/index.ts", "c45Options"],
  "`discretize(table, options)`": ["packages/core/src/index.ts", "discretizeOptions"],
  "`boosting(options)`": ["packages/core/src/index.ts", "boostingOptions"],
  "`boosting({ earlyStopping })`": ["packages/core/src/index.ts", "earlyStoppingOptions"],
  "`defineLoss(definition)`": ["packages/losses/src/expression/loss-definition.ts", "lossDefinitionOptions"],
  "`chiSquare(options)`": ["packages/core/src/index.ts", "chiSquareOptions"],
  "`randomForest(options)`": ["packages/core/src/index.ts", "randomForestOptions"],
  "`extraTrees(options)`": ["packages/core/src/index.ts", "extraTreesOptions"],
  "`bagging(base, options)`": ["packages/core/src/index.ts", "baggingOptions"],
  "`adaBoost(options)` and `adaBoost(base, options)`": ["packages/core/src/index.ts", "adaBoostOptions"],
  "`costComplexity(options)`": ["packages/core/src/index.ts", "costComplexityOptions"],
  "`errorBased(options)`": ["packages/core/src/index.ts", "errorBasedOptions"],
  "`negativeGain(options)`": ["packages/core/src/index.ts", "negativeGainOptions"],
  "`trainTestSplit(table, options)`": ["packages/core/src/index.ts", "trainTestSplitOptions"],
  "`evaluate(model, table, options)`": ["packages/core/src/index.ts", "evaluateOptions"],
  "`evaluateAsync`, `predictAsync` and the other functions with `Async` in their names also take (`leafIndicesAsync`: `signal` only)":
    ["packages/core/src/index.ts", "asyncOptions"],
  "`conformalIntervals(model, table, options)`": ["packages/core/src/index.ts", "conformalIntervalsOptions"],
  "`conformalSets(model, table, options)`": ["packages/core/src/index.ts", "conformalSetsOptions"],
  "`isotonicCalibration(model, table, options)`": ["packages/core/src/index.ts", "isotonicCalibrationOptions"],
  "`permutationImportance(model, table, options)`": ["packages/core/src/index.ts", "permutationImportanceOptions"],
  "`crossValidate(learner, table, options)`": ["packages/core/src/index.ts", "crossValidateOptions"],
  "`gridSearch(make, grid, table, options)`": ["packages/core/src/index.ts", "searchOptions"],
  "`randomSearch(make, space, table, options)`": ["packages/core/src/index.ts", "randomSearchOptions"],
  "`foldsOf(table, options)`": ["packages/core/src/index.ts", "foldsOptions"],
  "`predictStages(model, table, options)`": ["packages/core/src/index.ts", "predictStagesOptions"],
  "`refreshLeaves(model, table, options)`": ["packages/core/src/index.ts", "refreshOptions"],
  "`importance(model, options)`": ["packages/core/src/index.ts", "importanceOptions"],
  "`learner.fit(table, options)`": ["packages/core/src/index.ts", "fitOptions"],
  "`createDataset(table, options)`": ["packages/core/src/index.ts", "createDatasetOptions"],
  "`readCsv(source, options)`": ["packages/io/src/index.ts", "readCsvFileOptions"],
  "`parseCsv(text, options)`": ["packages/io/src/index.ts", "csvOptions"],
  "`loadDataset(bytes, options)`": ["packages/core/src/index.ts", "loadDatasetOptions"],
  "`treePlot(model, options)`": ["packages/viz/src/index.ts", "treePlotOptions"],
  "`splitCandidatesPlot(model, trace, options)`": ["packages/viz/src/index.ts", "splitCandidatesPlotOptions"],
  "`treeText(model, options)`": ["packages/viz/src/index.ts", "treeTextOptions"],
};

/** Declared as an interface: the table is made from its comments. */
const FROM_INTERFACES = {
  "`cart().fit` also takes": ["packages/core/src/index.ts", "CartFitOptions"],
  "`boosting().fit` also takes": ["packages/core/src/index.ts", "BoostingFitOptions"],
  "`randomForest().fit`, `extraTrees().fit` and `bagging().fit` also take": [
    "packages/core/src/index.ts",
    "ForestFitOptions",
  ],
  "`adaBoost().fit` also takes": ["packages/core/src/index.ts", "AdaBoostFitOptions"],
};

/** The page that lists every option. */
export async function optionTables(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const rules = await rulesOf(root, Object.values(FROM_RULES));
  const sections = [
    ...Object.entries(FROM_RULES).map(([title, [, name]]) => [title, ruleTable(rules[name])]),
    ...Object.entries(FROM_INTERFACES).map(([title, [path, name]]) => [title, interfaceTable(path, name, read)]),
  ];
  const text = sections.map(([title, table]) => `## ${title}\n\n${table}\n`).join("\n");
  return [{ path: PAGE, text: `${HEADING}\n${text}` }];
}

const HEADING = `# Options

Written by \`npm run generate\` from the declarations in the source. An unknown name or a wrong value is an error that
names the repair; names that other libraries use are answered with ours.
`;

function rulesOf(root, places) {
  const imports = places.map(([path, name]) => `import { ${name} } from ${JSON.stringify(join(root, path))};`);
  const names = places.map(([, name]) => name);
  return valueOfTypeScript(`${imports.join("\n")} console.log(JSON.stringify({ ${names.join(", ")} }));`);
}

function ruleTable(rules) {
  const rows = Object.entries(rules).map(([name, rule]) => [`\`${name}\``, rule.expected, rule.default, rule.about]);
  return table(["option", "takes", "default", "what it does"], rows);
}

function interfaceTable(path, name, read) {
  const { declaration } = declarationOf(name, path, read);
  const rows = declaration.members.map((member) => [
    `\`${member.name.text}\``,
    `\`${typeText(member.type)}\``,
    summaryOf(member),
  ]);
  return table(["option", "type", "what it does"], rows);
}

/** Without the undefined that every option takes. */
function typeText(type) {
  const text = type.getText().replace(/ \| undefined$/, "");
  return /^\(.*=>.*\)$/s.test(text) ? text.slice(1, -1) : text;
}

function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
