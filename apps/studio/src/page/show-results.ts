import type { CambiumWarning, TableLike } from "cambium";
import { treeText } from "cambium/viz";
import type { LearnedTree } from "../learning/learn-tree.ts";
import { groupNotes, type NoteGroup } from "../telling/group-notes.ts";
import { groupWarnings, type WarningRepair } from "../telling/group-warnings.ts";
import { pruningHeadings, pruningRows } from "../telling/pruning-rows.ts";
import { scoreEntries } from "../telling/score-entries.ts";
import type { TreePicture } from "./draw-tree.ts";
import { page } from "./page-elements.ts";
import { showPicture } from "./show-tree.ts";
import { textElement } from "./text-element.ts";

/** Everything that is known of a learned tree, at once: what stood there before was about another tree. */
export function showResults(learned: LearnedTree, table: TableLike, picture: TreePicture): void {
  page.results.hidden = false;
  page.placeholder.hidden = true;
  showQuality(learned);
  showWarnings(learned.warnings);
  page.treeHeading.textContent = `A tree for “${learned.model.target}”`;
  page.treeText.textContent = treeText(learned.model);
  showPruningPath(learned);
  page.notes.replaceChildren(...groupNotes(learned.notes, table.columnNames).map(noteItem));
  showPicture(learned, picture);
}

let makeRepair: (repair: WarningRepair) => void = () => {};

/** What a click on the button of a warning does. */
export function onWarningRepair(repair: (repair: WarningRepair) => void): void {
  makeRepair = repair;
}

function showWarnings(warnings: readonly CambiumWarning[]): void {
  page.warningsSection.hidden = warnings.length === 0;
  page.warnings.replaceChildren(
    ...groupWarnings(warnings).map(({ text, columns, label, repair }) => {
      const item = noteItem({ text, columns });
      if (label === null || repair === null) return item;
      const button = textElement("button", label);
      button.type = "button";
      button.addEventListener("click", () => makeRepair(repair));
      item.append(" ", button);
      return item;
    }),
  );
}

/** A line, and the columns that it is about on demand. */
function noteItem({ text, columns }: NoteGroup): HTMLLIElement {
  if (columns.length === 0) return textElement("li", text);
  const item = document.createElement("li");
  const details = document.createElement("details");
  const list = document.createElement("ul");
  list.className = "note-columns";
  list.append(...columns.map((column) => textElement("li", column)));
  details.append(textElement("summary", text), list);
  item.append(details);
  return item;
}

function showQuality({ scores, guess }: LearnedTree): void {
  page.qualityHeading.textContent = `On ${scores.rows.toLocaleString("en")} rows that the tree has not seen`;
  page.quality.replaceChildren(
    ...scoreEntries(scores, guess).map(({ name, value, meaning }) => {
      const entry = document.createElement("div");
      const figure = textElement("dd", value);
      figure.className = "figure";
      entry.append(textElement("dt", name), figure, textElement("dd", meaning));
      return entry;
    }),
  );
}

function showPruningPath({ model }: LearnedTree): void {
  const rows = pruningRows(model);
  page.pruningSection.hidden = rows.length === 0;
  page.pruningPath.replaceChildren();
  const head = page.pruningPath.createTHead().insertRow();
  for (const heading of pruningHeadings(model)) {
    const cell = textElement("th", heading);
    cell.scope = "col";
    head.append(cell);
  }
  const body = page.pruningPath.createTBody();
  for (const { leaves, alpha, trainingImpurity, heldOutError, isChosen } of rows) {
    const row = body.insertRow();
    const name = textElement("th", isChosen ? `${leaves} (this one)` : leaves);
    name.scope = "row";
    row.classList.toggle("chosen", isChosen);
    row.append(name, ...[alpha, trainingImpurity, heldOutError].map((text) => textElement("td", text)));
  }
  showChosenRow();
}

/** A long path scrolls inside its frame; the page stays where it is. */
function showChosenRow(): void {
  const row = page.pruningPath.querySelector<HTMLElement>(".chosen");
  if (row) page.pruningFrame.scrollTop = row.offsetTop - page.pruningFrame.clientHeight / 2;
}
