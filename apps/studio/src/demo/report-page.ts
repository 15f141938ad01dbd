import { type TreePlotOptions, type TreePlotSpec, treePlot, treeText } from "cambium/viz";
import type { LearnedTree } from "../learning/learn-tree.ts";
import { pruningHeadings, pruningRows } from "../telling/pruning-rows.ts";
import { type ScoreEntry, scoreEntries } from "../telling/score-entries.ts";
import type { BoostedTrees } from "./boost-body-mass.ts";
import { type Html, html } from "./html.ts";
import { inlineJson, inlineScript, inlineStyle } from "./inline-element.ts";

/** What the report tells of. */
export interface ReportSubject {
  readonly tree: LearnedTree;
  readonly boosted: BoostedTrees;
}

/** What a page needs to draw the tree and look well, as source text: it is to open without a network. */
export interface ReportAssets {
  readonly style: string;
  /** Vega, Vega-Lite and vega-embed, in this order. */
  readonly scripts: readonly string[];
}

const DRAW = `
const specifications = JSON.parse(document.getElementById("specifications").textContent);
const darkness = matchMedia("(prefers-color-scheme: dark)");
async function draw() {
  await vegaEmbed("#tree", specifications[darkness.matches ? "dark" : "light"], {
    actions: false,
    ast: true,
    defaultStyle: false,
    renderer: "svg",
    tooltip: { disableDefaultStyle: true },
  });
}
darkness.addEventListener("change", draw);
draw();
`;

const WIDTH = "body { max-width: 76rem; } body > header { margin-bottom: 1.25rem; }";

/** One file that opens in any browser, offline; by its policy it runs nothing but the scripts in it and asks for nothing. */
export function reportPage(subject: ReportSubject, assets: ReportAssets): string {
  const style = inlineStyle(`${assets.style}\n${WIDTH}`);
  const scripts = [...assets.scripts, DRAW].map(inlineScript);
  const hashes = scripts.map(({ hash }) => hash).join(" ");
  const policy = `default-src 'none'; script-src ${hashes}; style-src ${style.hash}; img-src data:; base-uri 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>Palmer penguins, by Cambium</title>
${style.element}
</head>
<body>
<header><div><h1>Palmer penguins, by Cambium</h1>
<p>What <code>npm start</code> learned from fixtures/datasets/penguins.csv. The same models come out on every machine.</p></div></header>
<main>
${sections(subject)}
</main>
${inlineJson("specifications", { light: plotOf(subject, "light"), dark: plotOf(subject, "dark") })}
${scripts.map(({ element }) => element)}
</body>
</html>
`.text;
}

function plotOf({ tree }: ReportSubject, theme: NonNullable<TreePlotOptions["theme"]>): TreePlotSpec {
  return treePlot(tree.model, { data: tree.train, theme });
}

function sections({ tree, boosted }: ReportSubject): Html {
  const rounds = boosted.model.ensemble.trees.length;
  return html`<section class="card">
<h2>Which species? One tree, tried on ${tree.scores.rows} rows that it has not seen</h2>
${figures(scoreEntries(tree.scores, tree.guess))}
</section>
<section class="card" aria-label="The tree">
<section id="tree" class="tree" aria-label="Picture of the tree; it scrolls" tabindex="0"></section>
<details><summary>The tree as text</summary><pre tabindex="0">${treeText(tree.model)}</pre></details>
</section>
<section class="card">
<h2>How far it was pruned</h2>
${pruningTable(tree)}
</section>
<section class="card">
<h2>How heavy, in grams? ${rounds} boosted trees, tried on ${boosted.scores.rows} rows that they have not seen</h2>
${figures(scoreEntries(boosted.scores, null))}
</section>
<section class="card">
<h2>What was guessed, and what ran</h2>
${notes("The tree", tree.notes)}
${notes("The boosted trees", boosted.notes)}
<p class="quiet">Data: K. B. Gorman, T. D. Williams and W. R. Fraser (2014); A. M. Horst, A. P. Hill and K. B. Gorman,
palmerpenguins (2020). Public domain, CC0 1.0.</p>
</section>`;
}

function figures(entries: readonly ScoreEntry[]): Html {
  const items = entries.map(
    ({ name, value, meaning }) => html`<div><dt>${name}</dt><dd class="figure">${value}</dd><dd>${meaning}</dd></div>`,
  );
  return html`<dl>${items}</dl>`;
}

function pruningTable({ model }: LearnedTree): Html {
  const headings = pruningHeadings(model).map((heading) => html`<th scope="col">${heading}</th>`);
  const rows = pruningRows(model).map(({ leaves, alpha, trainingImpurity, heldOutError, isChosen }) => {
    const cells = [alpha, trainingImpurity, heldOutError].map((text) => html`<td>${text}</td>`);
    return html`<tr class="${isChosen ? "chosen" : ""}"><th scope="row">${leaves}${isChosen ? " (this one)" : ""}</th>${cells}</tr>\n`;
  });
  return html`<section class="scroll" aria-label="Pruning path" tabindex="0"><table><thead><tr>${headings}</tr></thead><tbody>${rows}</tbody></table></section>`;
}

function notes(name: string, sentences: readonly string[]): Html {
  return html`<p>${name}</p><ul>${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}
