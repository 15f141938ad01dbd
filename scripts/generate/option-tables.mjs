import { join } from "node:path";
import { valueOfTypeScript } from "../run-typescript.mjs";
import { checkDocs, optionDocs } from "./option-docs.mjs";

const PAGE = "docs/reference/options.md";

/** Options are declared once: the table is made from the values that check what a user passes, and from the comments above them. */
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

/** What a `fit` takes besides what every one does: options that are not in the second group, or have another comment there. */
const FROM_FITS = {
  "`cart().fit` also takes": ["packages/core/src/index.ts", "cartRunOptions", "fitOptions"],
  "`boosting().fit` also takes": ["packages/core/src/index.ts", "boostingRunOptions", "fitOptions"],
  "`randomForest().fit`, `extraTrees().fit` and `bagging().fit` also take": [
    "packages/core/src/index.ts",
    "forestRunOptions",
    "fitOptions",
  ],
  "`adaBoost().fit` also takes": ["packages/core/src/index.ts", "adaBoostRunOptions", "fitOptions"],
};

/** The page that lists every option. */
export async function optionTables(root) {
  const groups = { ...FROM_RULES, ...FROM_FITS };
  const places = Object.values(groups).map(([path, name]) => [path, name]);
  const rules = await rulesOf(root, places);
  const docs = optionDocs(root, places);
  const sections = Object.entries(groups).map(([title, [, name, base]]) => {
    const isOwn = (option) => base === undefined || docs[name][option].about !== docs[base][option]?.about;
    return `## ${title}\n\n${ruleTable(name, rules[name], docs[name], isOwn)}\n`;
  });
  return [{ path: PAGE, text: `${HEADING}\n${sections.join("\n")}` }];
}

const HEADING = `# Options

Written by \`npm run generate\` from the declarations in the source. An unknown name or a wrong value is an error that
names the repair; names that other libraries use are answered with ours.
`;

function rulesOf(root, places) {
  const imports = places.map(([path, name]) => `import { ${name} } from ${JSON.stringify(join(root, path))};`);
  const values = places.map(([, name]) => `${name}: typeof ${name} === "function" ? ${name}() : ${name}`);
  return valueOfTypeScript(`${imports.join("\n")} console.log(JSON.stringify({ ${values.join(", ")} }));`);
}

function ruleTable(group, rules, docs, isOwn) {
  const rows = Object.entries(rules)
    .filter(([name]) => isOwn(name))
    .map(([name, rule]) => {
      checkDocs(`${group}.${name}`, rule, docs[name]);
      const takes = rule.expected === "a function" ? `a function: \`${docs[name].type}\`` : rule.expected;
      return [`\`${name}\``, takes, docs[name].default ?? "required", docs[name].about];
    });
  return table(["option", "takes", "default", "what it does"], rows);
}

function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
