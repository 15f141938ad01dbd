import { plainText } from "@cambium/core";
import type { Theme } from "../../theme/theme.ts";
import { type ClassPalette, classPalette } from "../class-palette.ts";
import type { NodeFacts } from "../node-facts.ts";
import type { PlotRows } from "../plot-rows.ts";
import type { TreeSubject } from "../tree-subject.ts";

/** What all cards of a plot share. */
export interface CardStyle {
  readonly subject: TreeSubject;
  readonly palette: ClassPalette;
  /** The names of the model's classes, for the eye. */
  readonly classNames: readonly string[];
  /** The numbers that the track of a card spans: of the target, or of the scores, around 0. */
  readonly span: readonly [number, number];
}

export function cardStyle(
  subject: TreeSubject,
  facts: readonly NodeFacts[],
  rows: PlotRows | null,
  theme: Theme,
): CardStyle {
  const { model, tree } = subject;
  return {
    subject,
    palette: classPalette(model, tree, theme),
    classNames: model.task === "classification" ? model.classes.map(plainText) : [],
    span: valueSpan(subject, facts, rows),
  };
}

/**
 * The numbers that the cards of a plot share as their scale: the target's, where rows show it, else those that the nodes
 * predict. Scores are measured from 0, so theirs reaches as far to either side.
 */
function valueSpan(
  subject: TreeSubject,
  facts: readonly NodeFacts[],
  rows: PlotRows | null,
): readonly [number, number] {
  const shown = subject.values === "numbers" ? (rows?.targets ?? []) : [];
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of [facts.map(({ value }) => value), shown]) {
    for (const value of values) {
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return [0, 0];
  if (subject.values !== "scores") return [low, high];
  const reach = Math.max(Math.abs(low), Math.abs(high));
  return [-reach, reach];
}
