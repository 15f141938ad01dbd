import penguins from "@datasets/penguins.csv?raw";
import type { Model, TableLike } from "cambium";
import { readCsv } from "cambium/io";
import { learnTree } from "../learning/learn-tree.ts";
import { attempt, cancelAttempt } from "./attempt.ts";
import { offerDownload } from "./offer-download.ts";
import { page } from "./page-elements.ts";
import { readCsvSettings, readTreeSettings } from "./read-settings.ts";
import { receiveFile } from "./receive-file.ts";
import { showResults } from "./show-results.ts";

// 1. A file is read into a table: the penguins when the page opens, then whatever is picked or dropped.
// 2. Its columns are offered as targets, and a tree for the last one is grown.
// 3. Each press of "Train" grows another tree, by the settings of the form.
let file = new File([penguins], "penguins.csv");
let table: TableLike | null = null;
let model: Model | null = null;

async function readFile(signal: AbortSignal): Promise<void> {
  table = null;
  page.dataName.textContent = file.name;
  page.dataSize.textContent = "";
  page.target.replaceChildren();
  page.status.textContent = "Reading the file …";
  const read = await readCsv(file, readCsvSettings());
  signal.throwIfAborted();
  table = read;
  page.dataSize.textContent = `${counted(read.rowCount, "row")}, ${counted(read.columnNames.length, "column")}`;
  page.target.replaceChildren(...read.columnNames.map((name) => new Option(name, name)));
  page.target.selectedIndex = read.columnNames.length - 1;
  page.task.value = "auto";
  await train(signal);
}

async function train(signal: AbortSignal): Promise<void> {
  if (table === null) return;
  page.status.textContent = "Growing the tree …";
  const started = performance.now();
  const settings = readTreeSettings();
  const learned = await learnTree(table, settings, signal);
  signal.throwIfAborted();
  const seconds = ((performance.now() - started) / 1000).toFixed(2);
  model = learned.model;
  await showResults(learned);
  page.status.textContent = `Grew a tree for ${settings.target} in ${seconds} s.`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function openFile(newFile: File): void {
  file = newFile;
  void attempt(readFile);
}

// Not every browser lets the keyboard reach what scrolls.
for (const scroller of [page.tree, page.treeText, page.pruningFrame]) scroller.tabIndex = 0;
receiveFile(openFile);
page.delimiter.addEventListener("change", () => openFile(file));
page.missing.addEventListener("change", () => openFile(file));
page.cancel.addEventListener("click", cancelAttempt);
page.form.addEventListener("submit", (event) => {
  event.preventDefault();
  void attempt(table === null ? readFile : train);
});
page.download.addEventListener("click", () => {
  if (model !== null) offerDownload(model.toBytes(), `${file.name.replace(/\.[^.]*$/, "")}-${model.target}.cambium`);
});
openFile(file);
