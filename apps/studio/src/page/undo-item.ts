import { textElement } from "./text-element.ts";

/** A line that tells a choice, with a button that takes it back. */
export function undoItem(text: string, undo: () => void): HTMLLIElement {
  const item = textElement("li", text);
  const button = textElement("button", "Undo");
  button.type = "button";
  button.ariaLabel = `Undo: ${text}`;
  button.addEventListener("click", undo);
  item.append(" ", button);
  return item;
}
