import {
  type EncodedRows,
  EVERY_CHILD,
  isLeaf,
  leafCount,
  NodeKind,
  namesText,
  plainText,
  routeRow,
  valueOfNode,
} from "@cambium/core";
import {
  exactNumber,
  formatCount,
  formatLeaves,
  formatNumber,
  formatRows,
  signedNumber,
} from "../text/format-number.ts";
import { fitText, textWidth } from "../text/text-width.ts";
import { fontSize } from "../theme/theme.ts";
import type { NodeFacts } from "./node-facts.ts";
import { everywhere, MOST_NAMES } from "./node-region.ts";
import type { PlotRows } from "./plot-rows.ts";
import { presenceTexts, splitOf, thresholdTexts } from "./split-branches.ts";
import { classOfNode, subjectTitle, type TreeSubject, tellsClasses } from "./tree-subject.ts";
import { nodeDepths } from "./visible-tree.ts";

/** What the heading of a plot speaks of. */
export interface CaptionSource {
  readonly subject: TreeSubject;
  readonly facts: readonly NodeFacts[];
  readonly rows: PlotRows | null;
  readonly deepest: number;
  readonly row: number | undefined;
  /** Of the plot: text beyond it would be cut off. */
  readonly width: number;
  readonly title: string | undefined;
}

const LEAST_WIDTH = 480;

/** The room of a heading and a legend: the plot's, or more over a narrow plot. */
export function headingWidth(plotWidth: number): number {
  return Math.max(LEAST_WIDTH, plotWidth);
}

export function plotTitle(source: CaptionSource): { text: string; subtitle: string } {
  const width = headingWidth(source.width);
  const cut = (text: string, size: number, bold: boolean): string =>
    fitText(text, width, (candidate) => textWidth(candidate, size, bold));
  const title = source.title ?? subjectTitle(source.subject);
  const subtitle =
    source.row === undefined || source.rows === null
      ? treeLine(source)
      : rowLine(source.subject, source.rows.encoded, source.row);
  return { text: cut(plainText(title), fontSize.title, true), subtitle: cut(subtitle, fontSize.subtitle, false) };
}

/** "342 training rows · 10 leaves · link width ∝ √rows · hover a node to trace its path" */
function treeLine({ subject, facts, rows, deepest }: CaptionSource): string {
  const levels = treeDepth(subject);
  const count = rows === null ? `${formatCount(facts[0].rows)} training rows` : formatRows(facts[0].rows);
  return [
    count,
    formatLeaves(leafCount(subject.tree)),
    ...(deepest < levels ? [`the first ${deepest} of ${levels} levels`] : []),
    ...(subject.values === "numbers" ? ["deeper blue: higher prediction"] : []),
    ...(subject.values === "scores" ? ["leaves add to the score: blue up, orange down"] : []),
    ...(deepest > 0 ? ["link width ∝ √rows", "hover a node to trace its path"] : []),
  ].join(" · ");
}

/**
 * "Row 17 → Gentoo · flipper_length_mm 221 · bill_depth_mm 16.3": what was asked on its way, and the answer. Of a row that went
 * down every branch it is that of the largest part, while the model averages all of them.
 */
function rowLine(subject: TreeSubject, encoded: EncodedRows, row: number): string {
  const { tree, model } = subject;
  const asked = new Set<number>();
  let isPart = false;
  let leaf = 0;
  for (let node = 0; node >= 0; node = routeRow(tree, encoded, row, node)) {
    leaf = node;
    if (isLeaf(tree, node)) break;
    const value = encoded.columns[tree.feature[node]][row];
    const isMissing = tree.kind[node] === NodeKind.Threshold ? Number.isNaN(value) : value < 0;
    isPart ||= isMissing && tree.missingChild[node] === EVERY_CHILD;
    asked.add(tree.feature[node]);
  }
  const values = [...asked].map((feature) => {
    const schema = model.features[feature];
    const value = encoded.columns[feature][row];
    return `${plainText(schema.name)} ${schema.kind === "numeric" ? formatNumber(value, 6) : plainText(schema.categories[value] ?? "missing")}`;
  });
  const name = isPart ? "Largest part of row" : "Row";
  return [`${name} ${formatCount(row)} → ${answer(subject, leaf)}`, ...values].join(" · ");
}

function answer(subject: TreeSubject, leaf: number): string {
  const { model, tree, values } = subject;
  if (tellsClasses(subject) && model.task === "classification")
    return plainText(model.classes[classOfNode(subject, leaf)]);
  const value = valueOfNode(tree, leaf, 0);
  return values === "numbers" ? formatNumber(value) : signedNumber(value);
}

/** One sentence for those who do not see the plot. */
export function describeTree(subject: TreeSubject, root: NodeFacts, row: number | undefined): string {
  const { model, tree } = subject;
  const depth = treeDepth(subject);
  const size = `${formatRows(root.rows)}, ${formatLeaves(leafCount(tree))}, ${depth} ${depth === 1 ? "level" : "levels"}`;
  const path = row === undefined ? "" : `, with the path of row ${formatCount(row)}`;
  const first = isLeaf(tree, 0) ? "" : ` The first split is on ${firstSplit(subject)}.`;
  return `Decision tree for ${plainText(model.target)}: ${size}${path}.${first}`;
}

function firstSplit({ model, tree }: TreeSubject): string {
  const split = splitOf(model.features, tree, 0, everywhere);
  if (split.kind === "categories") return `${split.feature} ${namesText(split.names[0], MOST_NAMES)}`;
  const isPresence = split.kind === "presence";
  const [first] = isPresence ? presenceTexts(split.present) : thresholdTexts(exactNumber(split.threshold));
  return `${split.feature} ${first}`;
}

function treeDepth({ tree }: TreeSubject): number {
  return nodeDepths(tree).reduce((most, depth) => Math.max(most, depth), 0);
}
