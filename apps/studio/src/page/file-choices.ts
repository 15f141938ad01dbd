import type { ColumnType } from "cambium";
import type { FileSettings } from "../learning/read-table.ts";
import type { SettingsChange } from "../telling/describe-problem.ts";
import { page } from "./page-elements.ts";
import { undoItem } from "./undo-item.ts";

// What was chosen by a click for the file at hand, and has no field of its own in the form.
const types = new Map<string, ColumnType>();
let dropsIndex = false;

/** What the form says about the file. */
export function readFileSettings(): FileSettings {
  return {
    delimiter: page.delimiter.value,
    decimal: page.decimal.value as FileSettings["decimal"],
    encoding: page.encoding.value as FileSettings["encoding"],
    missingValues: page.missing.value.split(/\s+/).filter(Boolean),
    types: new Map(types),
    dropsIndex,
  };
}

/** Another file has other columns; how its numbers and missing values are written is likely to be the same. */
export function forgetChoices(): void {
  types.clear();
  dropsIndex = false;
  page.encoding.value = "utf-8";
}

export function changeFileSettings(change: SettingsChange): void {
  switch (change.setting) {
    case "type":
      types.set(change.column, change.value);
      break;
    case "dropIndex":
      dropsIndex = true;
      break;
    case "missing":
      page.missing.value = `${page.missing.value} ${change.value}`.trim();
      break;
    default:
      page[change.setting].value = change.value;
  }
}

/** Lists what was chosen by a click, each with a button that takes it back; `changed` reads the file again. */
export function showChoices(changed: () => void): void {
  const undo = (text: string, forget: () => void): HTMLLIElement =>
    undoItem(text, () => {
      forget();
      changed();
    });
  const kinds = { numeric: "numbers", categorical: "categories" };
  page.choices.replaceChildren(
    ...[...types].map(([column, type]) => undo(`“${column}”: ${kinds[type]}`, () => types.delete(column))),
    ...(dropsIndex
      ? [
          undo("The first column is left out", () => {
            dropsIndex = false;
          }),
        ]
      : []),
  );
}
