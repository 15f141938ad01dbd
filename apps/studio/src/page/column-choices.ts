import type { TreeSettings } from "../learning/learn-tree.ts";
import { page } from "./page-elements.ts";
import { undoItem } from "./undo-item.ts";

// What was chosen by a click for columns of the file at hand.
const excluded = new Set<string>();
const kept = new Set<string>();

/** Which columns are left out, and which are kept though they name rows. */
export function readColumnChoices(): Pick<TreeSettings, "excluded" | "kept"> {
  return { excluded: [...excluded], kept: [...kept] };
}

export function leaveOut(columns: readonly string[]): void {
  for (const column of columns) {
    kept.delete(column);
    excluded.add(column);
  }
}

export function keep(columns: readonly string[]): void {
  for (const column of columns) {
    excluded.delete(column);
    kept.add(column);
  }
}

export function forgetColumnChoices(): void {
  excluded.clear();
  kept.clear();
}

/** Lists the choices, each with a button that takes it back; `changed` grows another tree. */
export function showColumnChoices(changed: () => void): void {
  const items = (columns: Set<string>, told: string): HTMLLIElement[] =>
    [...columns].map((column) =>
      undoItem(`“${column}” ${told}`, () => {
        columns.delete(column);
        changed();
      }),
    );
  page.columnChoices.replaceChildren(...items(excluded, "is left out"), ...items(kept, "is kept"));
}
