import type { LearnedTree } from "../learning/learn-tree.ts";
import { pruningHeadings, pruningRows } from "../telling/pruning-rows.ts";
import { scoreEntries } from "../telling/score-entries.ts";
import { page } from "./page-elements.ts";
import { showTree } from "./show-tree.ts";
import { textElement } from "./text-element.ts";

/** Everything that is known of a learned tree. */
export async function showResults(learned: LearnedTree): Promise<void> {
  page.results.hidden = false;
  showQuality(learned);
  showPruningPath(learned);
  page.notes.replaceChildren(...learned.notes.map((note) => textElement("li", note)));
  await showTree(learned);
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
