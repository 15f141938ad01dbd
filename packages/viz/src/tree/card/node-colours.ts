import { mixColours } from "../../theme/mix-colours.ts";
import type { Theme } from "../../theme/theme.ts";
import { shareOfRange } from "../chart/split-chart.ts";
import type { NodeFacts } from "../node-facts.ts";
import type { CardStyle } from "./card-style.ts";

/** The colour of a node's path while it is traced. */
export function nodeInk(facts: NodeFacts, { palette }: CardStyle, theme: Theme): string {
  return facts.predicted < 0 ? theme.accent : palette.colours[palette.colourOf[facts.predicted]];
}

/** The colour of its card while it is a leaf: a shade of its class, or by its number. */
export function nodeTint(facts: NodeFacts, style: CardStyle, theme: Theme): string {
  if (facts.predicted >= 0) return mixColours(theme.card, nodeInk(facts, style, theme), theme.tintOpacity);
  const [low, high] = style.span;
  const share = shareOfRange(facts.value, low, high);
  if (style.subject.values === "numbers") return mixColours(theme.ramp[0], theme.ramp[1], share);
  const [negative, none, positive] = theme.diverging;
  return share < 0.5 ? mixColours(none, negative, 1 - 2 * share) : mixColours(none, positive, 2 * share - 1);
}
