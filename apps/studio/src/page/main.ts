import penguins from "@datasets/penguins.csv?raw";
import type { Model, TableLike } from "cambium";
import { learnTree, type TreeSettings } from "../learning/learn-tree.ts";
import { findDecimalComma, readTable } from "../learning/read-table.ts";
import type { WarningRepair } from "../telling/group-warnings.ts";
import { attempt, cancelAttempt } from "./attempt.ts";
import { forgetColumnChoices, keep, leaveOut, showColumnChoices } from "./column-choices.ts";
import { changeFileSettings, forgetChoices, readFileSettings, showChoices } from "./file-choices.ts";
import { offerDownload } from "./offer-download.ts";
import { page } from "./page-elements.ts";
import { readTreeSettings } from "./read-settings.ts";
import { receiveFile } from "./receive-file.ts";
import { hideHint, onRepair, showHint } from "./show-problem.ts";
import { onWarningRepair, showResults } from "./show-results.ts";
import { pictureOf } from "./show-tree.ts";

// 1. A file is read into a table: the penguins when the page opens, then whatever is picked or dropped.
// 2. Its columns are offered as targets, and a tree for the last one is grown.
// 3. Each press of "Train" grows another tree, by the settings of the form. Until it is there, the tree before is dimmed.
let file = new File([penguins], "penguins.csv");
let table: TableLike | null = null;
let model: Model | null = null;
/** The settings of the tree on the page; null if there is none. */
let shown: TreeSettings | null = null;

async function readFile(signal: AbortSignal): Promise<void> {
  table = null;
  clearResults(`Reading ${file.name} …`);
  page.dataName.textContent = file.name;
  page.dataSize.textContent = "";
  page.target.replaceChildren();
  showChoices(readAgain);
  page.status.textContent = "Reading the file …";
  const settings = readFileSettings();
  const read = await readTable(file, settings);
  signal.throwIfAborted();
  table = read;
  page.dataSize.textContent = `${counted(read.rowCount, "row")}, ${counted(read.columnNames.length, "column")}`;
  page.target.replaceChildren(...read.columnNames.map((name) => new Option(name, name)));
  page.target.selectedIndex = read.columnNames.length - 1;
  page.task.value = "auto";
  offerTasks();
  const comma = settings.decimal === "." ? findDecimalComma(read) : null;
  if (comma !== null) {
    showHint({
      message: `Column “${comma.column}” has values such as ${comma.example}. They were read as text, since the decimal sign is set to a point.`,
      repairs: [{ label: "Read them as numbers", change: { setting: "decimal", value: "," } }],
    });
  }
  await train(signal);
}

async function train(signal: AbortSignal): Promise<void> {
  if (table === null) return;
  const settings = readTreeSettings();
  page.status.textContent = `Growing the tree for ${settings.target} …`;
  page.placeholder.textContent = `The tree for “${settings.target}” grows …`;
  page.placeholder.hidden = shown !== null;
  showColumnChoices(trainAgain);
  showStaleness(settings);
  const started = performance.now();
  const learned = await learnTree(table, settings, signal);
  signal.throwIfAborted();
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  const picture = await pictureOf(learned);
  if (signal.aborted) picture.finalize();
  signal.throwIfAborted();
  model = learned.model;
  shown = settings;
  showResults(learned, table, picture);
  showStaleness(null);
  page.showResults.hidden = false;
  page.status.textContent = `Grew a tree for ${settings.target} in ${seconds} s.`;
}

/** Takes everything away that is about another file. */
function clearResults(placeholder: string): void {
  shown = null;
  model = null;
  hideHint();
  page.results.hidden = true;
  page.showResults.hidden = true;
  page.placeholder.textContent = placeholder;
  page.placeholder.hidden = false;
}

/** Dims results that are not those of the form, and says whose they are. `growing` is what is under way, if anything is. */
function showStaleness(growing: TreeSettings | null): void {
  const isStale = shown !== null && (growing !== null || !sameSettings(shown, readTreeSettings()));
  page.results.classList.toggle("is-stale", isStale);
  page.stale.hidden = !isStale;
  if (shown === null || !isStale) return;
  page.staleText.textContent =
    growing === null
      ? `The settings have changed. What you see is still the tree for “${shown.target}” by the settings before.`
      : `Growing a tree for “${growing.target}”. Until it is there, you see the one before, for “${shown.target}”.`;
}

function sameSettings(a: TreeSettings, b: TreeSettings): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Text is always classes. */
function offerTasks(): void {
  const isText = table !== null && !(table.column(page.target.value) instanceof Float64Array);
  const [numbers] = page.task.querySelectorAll<HTMLOptionElement>('option[value="regression"]');
  numbers.disabled = isText;
  if (isText && page.task.value === "regression") page.task.value = "auto";
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function readAgain(): void {
  void attempt(readFile);
}

function trainAgain(): void {
  void attempt(train);
}

function repairWarning(repair: WarningRepair): void {
  if (repair.kind === "learn-classes") page.task.value = "classification";
  else if (repair.kind === "keep") keep(repair.columns);
  else leaveOut(repair.columns);
  trainAgain();
}

function openFile(newFile: File): void {
  file = newFile;
  forgetChoices();
  forgetColumnChoices();
  readAgain();
}

for (const scroller of [page.treeText, page.pruningFrame]) scroller.tabIndex = 0;
receiveFile(openFile);
onWarningRepair(repairWarning);
onRepair((change) => {
  changeFileSettings(change);
  readAgain();
});
for (const field of [page.delimiter, page.decimal, page.encoding, page.missing])
  field.addEventListener("change", readAgain);
page.target.addEventListener("change", offerTasks);
page.form.addEventListener("input", () => {
  if (page.progress.hidden) showStaleness(null);
});
page.cancel.addEventListener("click", () => {
  if (!cancelAttempt()) return;
  page.status.textContent = "Cancelled.";
  page.placeholder.textContent = "There is no tree yet. Press Train to grow one.";
  showStaleness(null);
});
page.form.addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(table === null ? readFile : train);
});
page.download.addEventListener("click", () => {
  if (model !== null) offerDownload(model.toBytes(), `${file.name.replace(/\.[^.]*$/, "")}-${model.target}.cambium`);
});
readAgain();
