import { formatCount, formatNumber, formatRows, formatShare, signedNumber } from "../../text/format-number.ts";
import { fitText, textWidth } from "../../text/text-width.ts";
import { fontSize } from "../../theme/theme.ts";
import { type SplitChart, shareOfRange } from "../chart/split-chart.ts";
import type { ClassPalette } from "../class-palette.ts";
import type { NodeFacts } from "../node-facts.ts";
import { tellsClasses } from "../tree-subject.ts";
import { card, chartCard, innerWidth, pixel, smallCard } from "./card-geometry.ts";
import { type CardParts, NEUTRAL, type TextPart, TRACK } from "./card-parts.ts";
import type { CardStyle } from "./card-style.ts";

/** A node as its card needs it. */
export interface CardNode {
  readonly path: string;
  readonly facts: NodeFacts;
  /** The feature of its split; null in a leaf. */
  readonly feature: string | null;
  readonly chart: SplitChart | null;
}

const LEFT = card.padding;
const RIGHT = card.width - card.padding;

/** Adds a node's two faces to the parts: the split, unless it is a leaf, and the leaf that it is while it is folded. */
export function drawCard(parts: CardParts, node: CardNode, style: CardStyle): void {
  drawLeaf(parts, node, style);
  if (node.feature === null) return;
  drawHeading(parts, node, true, node.feature, "count", formatCount(node.facts.rows));
  if (node.chart === null) {
    drawSummary(parts, node, true, smallCard.barTop, smallCard.barBottom, style);
    addText(parts, node, true, "note", summaryText(node.facts, style), LEFT, smallCard.noteLine);
    return;
  }
  drawChart(parts, node, node.chart);
  drawSummary(parts, node, true, chartCard.barTop, chartCard.barBottom, style);
}

function drawLeaf(parts: CardParts, node: CardNode, style: CardStyle): void {
  const { facts } = node;
  drawHeading(parts, node, false, predictionText(facts, style), "value", purityText(facts, style));
  drawSummary(parts, node, false, smallCard.barTop, smallCard.barBottom, style);
  addText(parts, node, false, "note", formatRows(facts.rows), LEFT, smallCard.noteLine);
}

/** "70%"; "–" where no row tells it. Numbers have none, nor have votes. */
function purityText({ predicted, mix }: NodeFacts, { subject }: CardStyle): string {
  if (predicted >= 0 && mix !== null) return formatShare(mix[predicted]);
  return subject.values === "shares" ? "–" : "";
}

/** "Adelie", "4,210", "+0.31". */
function predictionText(facts: NodeFacts, { subject, classNames }: CardStyle): string {
  if (facts.predicted >= 0) return classNames[facts.predicted];
  return subject.values === "scores" ? signedNumber(facts.value) : formatNumber(facts.value);
}

/** "Adelie 70%", "predicts 4,210", "votes Adelie", "adds +0.31". */
function summaryText(facts: NodeFacts, style: CardStyle): string {
  const prediction = predictionText(facts, style);
  const { values } = style.subject;
  if (!tellsClasses(style.subject)) return `${values === "numbers" ? "predicts" : "adds"} ${prediction}`;
  const share = facts.mix === null ? "" : ` ${formatShare(facts.mix[facts.predicted])}`;
  const verb = values === "votes" && facts.mix === null ? "votes " : "";
  const width = innerWidth - textWidth(verb + share, fontSize.small);
  return verb + fitText(prediction, width, (text) => textWidth(text, fontSize.small)) + share;
}

function drawHeading(
  parts: CardParts,
  node: CardNode,
  open: boolean,
  title: string,
  kind: "count" | "value",
  amount: string,
): void {
  const amountSize = kind === "count" ? fontSize.small : fontSize.card;
  const room = innerWidth - (amount === "" ? 0 : textWidth(amount, amountSize) + 8);
  const fitted = fitText(title, room, (text) => textWidth(text, fontSize.card, true));
  addText(parts, node, open, "title", fitted, LEFT, card.titleLine);
  if (amount !== "") addText(parts, node, open, kind, amount, RIGHT, card.titleLine);
}

/** The classes as a bar, or where the number stands among the others. */
function drawSummary(
  parts: CardParts,
  node: CardNode,
  open: boolean,
  top: number,
  bottom: number,
  style: CardStyle,
): void {
  if (node.facts.mix !== null) drawMix(parts, node, open, top, bottom, style.palette);
  else if (node.facts.predicted < 0) drawTrack(parts, node, open, top, bottom, style);
}

function drawMix(
  parts: CardParts,
  node: CardNode,
  open: boolean,
  top: number,
  bottom: number,
  palette: ClassPalette,
): void {
  const shares = palette.colours.map(() => 0);
  node.facts.mix?.forEach((share, c) => {
    shares[palette.colourOf[c]] += share;
  });
  let left = 0;
  shares.forEach((share, c) => {
    if (share === 0) return;
    const x = pixel(LEFT + left * innerWidth);
    left += share;
    parts.boxes.push({ path: node.path, open, dx: x, dy: top, dx2: pixel(LEFT + left * innerWidth), dy2: bottom, c });
  });
}

function drawTrack(
  parts: CardParts,
  node: CardNode,
  open: boolean,
  top: number,
  bottom: number,
  { span: [low, high], subject }: CardStyle,
): void {
  const place = (value: number): number => pixel(LEFT + shareOfRange(value, low, high) * innerWidth);
  const { path, facts } = node;
  const middle = (top + bottom) / 2;
  parts.boxes.push({ path, open, dx: LEFT, dy: middle - 0.5, dx2: RIGHT, dy2: middle + 0.5, c: TRACK });
  const bar = subject.values === "scores" ? [Math.min(0, facts.value), Math.max(0, facts.value)] : facts.quartiles;
  if (bar)
    parts.boxes.push({ path, open, dx: place(bar[0]), dy: top + 1, dx2: place(bar[1]), dy2: bottom - 1, c: NEUTRAL });
  const x = place(facts.value);
  parts.rules.push({ path, open, dx: x, dy: top - 1, dx2: x, dy2: bottom + 1, kind: "mean" });
}

function drawChart(parts: CardParts, { path }: CardNode, chart: SplitChart): void {
  const open = true;
  const { chartTop: top, chartBottom: bottom, tickLine, markerLine, missingLine } = chartCard;
  const across = (share: number): number => pixel(LEFT + share * innerWidth);
  const up = (share: number): number => pixel(bottom - share * (bottom - top));
  for (const { left, right, bottom: low, top: high, colour: c } of chart.boxes) {
    parts.boxes.push({ path, open, dx: across(left), dy: up(high), dx2: across(right), dy2: up(low), c });
  }
  for (const { x, y } of chart.dots) parts.dots.push({ path, open, dx: across(x), dy: up(y) });
  parts.rules.push({ path, open, dx: LEFT, dy: bottom, dx2: RIGHT, dy2: bottom, kind: "base" });
  for (const { left, right, height } of chart.means) {
    parts.rules.push({
      path,
      open,
      dx: across(left),
      dy: up(height),
      dx2: across(right),
      dy2: up(height),
      kind: "mean",
    });
  }
  if (!Number.isNaN(chart.boundary)) {
    const cut = across(chart.boundary);
    parts.rules.push({ path, open, dx: cut, dy: top - 2, dx2: cut, dy2: bottom, kind: "cut" });
  }
  drawTicks(parts, path, chart, tickLine);
  if (chart.marked === undefined) return;
  if (chart.marked !== null) parts.marked.push({ path, open, dx: across(chart.marked), dy: markerLine });
  else parts.texts.push({ path, open, dx: card.width / 2, dy: missingLine, text: "missing", kind: "missing" });
}

/** The words under the chart, where the wedge under the boundary leaves them room. */
function drawTicks(parts: CardParts, path: string, chart: SplitChart, y: number): void {
  for (const { x, text, kind, room } of chart.ticks) {
    const fitted = kind === "name" ? fitName(text, room * innerWidth - 2) : fitEnd(text, room * innerWidth - WEDGE);
    if (fitted !== "")
      parts.texts.push({ path, open: true, dx: pixel(LEFT + x * innerWidth), dy: y, text: fitted, kind });
  }
}

const WEDGE = 5;
/** A name that is cut to fewer letters tells nothing. */
const LEAST_LETTERS = 3;

const tickWidth = (text: string): number => textWidth(text, fontSize.tick);

function fitName(text: string, width: number): string {
  const fitted = fitText(text, width, tickWidth);
  return fitted === text || fitted.length > LEAST_LETTERS ? fitted : "";
}

function fitEnd(text: string, width: number): string {
  return tickWidth(text) <= width ? text : "";
}

function addText(
  parts: CardParts,
  { path }: CardNode,
  open: boolean,
  kind: TextPart["kind"],
  text: string,
  x: number,
  y: number,
): void {
  if (text !== "") parts.texts.push({ path, open, dx: x, dy: y, text, kind });
}
