import { CambiumError } from "cambium";
import {
  type DescribedProblem,
  describeProblem,
  type Repair,
  type SettingsChange,
} from "../telling/describe-problem.ts";
import { page } from "./page-elements.ts";
import { textElement } from "./text-element.ts";

type MakeChange = (change: SettingsChange) => void;

let makeChange: MakeChange = () => {};

/** What a click on a repair does. */
export function onRepair(change: MakeChange): void {
  makeChange = change;
}

/** Says what went wrong, with a button for each repair. */
export function showProblem(error: unknown): void {
  const { message, repairs } = describeProblem(error);
  page.error.textContent = message;
  page.repairs.replaceChildren(...repairs.map(repairButton));
  page.problem.hidden = false;
  // Here stands what may repair it.
  if (error instanceof CambiumError && error.code === "bad-csv") page.fileFormat.open = true;
  page.problem.scrollIntoView({ block: "nearest" });
}

/** Says what may be wrong. */
export function showHint({ message, repairs }: DescribedProblem): void {
  page.hintText.textContent = message;
  page.hintRepairs.replaceChildren(...repairs.map(repairButton));
  page.hint.hidden = false;
}

export function hideProblem(): void {
  page.problem.hidden = true;
  page.repairs.replaceChildren();
}

export function hideHint(): void {
  page.hint.hidden = true;
}

function repairButton({ label, change }: Repair): HTMLButtonElement {
  const button = textElement("button", label);
  button.type = "button";
  button.addEventListener("click", () => makeChange(change));
  return button;
}
