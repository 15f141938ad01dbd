import { formatNumber, formatRows, formatShare, signedNumber } from "../../text/format-number.ts";
import type { NodeFacts } from "../node-facts.ts";
import type { CardStyle } from "./card-style.ts";

/** What hovering a card tells, as names and values; the names are ours, so data only ever stands in a value. */
export type Tooltip = Readonly<Record<string, string>>;

/** Rarer classes than the first so many end in a count. */
const MOST_CLASSES = 6;

export function nodeTooltip(facts: NodeFacts, style: CardStyle, split: SplitNote | null, path: string): Tooltip {
  return {
    Rows: `${formatRows(facts.rows)} (${formatShare(facts.share, 1)})`,
    ...predictionNote(facts, style),
    ...(facts.mix && { Classes: mixText(facts.mix, style.classNames) }),
    ...(facts.gini !== null && { Gini: facts.gini.toFixed(3) }),
    ...(facts.quartiles && { "Middle half": facts.quartiles.map((q) => formatNumber(q)).join(" to ") }),
    ...(split && { "Splits on": split.condition, "Missing values": split.missing }),
    Path: path,
  };
}

export interface SplitNote {
  /** "flipper_length_mm ≤ 206.5", with every digit. */
  readonly condition: string;
  /** Where missing values go. */
  readonly missing: string;
}

function predictionNote(facts: NodeFacts, { subject, classNames }: CardStyle): Tooltip {
  if (facts.predicted >= 0) return { Predicts: classNames[facts.predicted] };
  return subject.values === "numbers"
    ? { Predicts: formatNumber(facts.value, 6) }
    : { Adds: signedNumber(facts.value, 6) };
}

function mixText(mix: readonly number[], names: readonly string[]): string {
  const present = mix.map((share, c) => ({ share, c })).filter(({ share }) => share > 0);
  present.sort((a, b) => b.share - a.share || a.c - b.c);
  const shown = present.slice(0, MOST_CLASSES).map(({ share, c }) => `${names[c]} ${formatShare(share, 1)}`);
  const rest = present.length - shown.length;
  return rest === 0 ? shown.join(", ") : `${shown.join(", ")} and ${rest} more`;
}
