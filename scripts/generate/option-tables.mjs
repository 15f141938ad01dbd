import { readFileSync } from "node:fs";
import { join } from "node:path";
import { valueOfTypeScript } from "../run-typescript.mjs";
import { declarationOf, summaryOf } from "./read-exports.mjs";

const PAGE = "docs/reference/options.md";

/** Declared once as rules, which check what a user passes: the table is made from the very same values. */
const FROM_RULES = {
  "`cart(options)`": "cartOptions",
  "`boosting(options)`": "boostingOptions",
  "`costComplexity(options)`": "costComplexityOptions",
  "`trainTestSplit(table, options)`": "trainTestSplitOptions",
  "`learner.fit(table, options)` and `createDataset(table, options)`": "datasetOptions",
};

/** Declared as an interface: the table is made from its comments. */
const FROM_INTERFACES = {
  "`cart().fit` also takes": ["packages/core/src/index.ts", "CartFitOptions"],
  "`boosting().fit` also takes": ["packages/core/src/index.ts", "BoostingFitOptions"],
  "`readCsv(source, options)` and `parseCsv(text, options)`": ["packages/io/src/index.ts", "CsvOptions"],
  "`treePlot(model, options)`": ["packages/viz/src/index.ts", "TreePlotOptions"],
  "`treeText(model, options)`": ["packages/viz/src/index.ts", "TreeTextOptions"],
};

/** The page that lists every option. */
export async function optionTables(root) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const rules = await rulesOf(Object.values(FROM_RULES));
  const sections = [
    ...Object.entries(FROM_RULES).map(([title, name]) => [title, ruleTable(rules[name])]),
    ...Object.entries(FROM_INTERFACES).map(([title, [path, name]]) => [title, interfaceTable(path, name, read)]),
  ];
  const text = sections.map(([title, table]) => `## ${title}\n\n${table}\n`).join("\n");
  return [{ path: PAGE, text: `${HEADING}\n${text}` }];
}

const HEADING = `# Options

Written by \`npm run generate\` from the declarations in the source. An unknown name or a wrong value is an error that
names the repair; names that other libraries use are answered with ours.
`;

function rulesOf(names) {
  const list = names.join(", ");
  return valueOfTypeScript(`import { ${list} } from "@cambium/core"; console.log(JSON.stringify({ ${list} }));`);
}

function ruleTable(rules) {
  const rows = Object.entries(rules).map(([name, rule]) => [`\`${name}\``, rule.expected, rule.default, rule.about]);
  return table(["option", "takes", "default", "what it does"], rows);
}

function interfaceTable(path, name, read) {
  const { declaration } = declarationOf(name, path, read);
  const rows = declaration.members.map((member) => [
    `\`${member.name.text}\``,
    `\`${member.type.getText()}\``,
    summaryOf(member),
  ]);
  return table(["option", "type", "what it does"], rows);
}

function table(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
