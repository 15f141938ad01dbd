import { childRegion, EVERY_CHILD, hasSurrogates, NodeKind, namesText, type Region, type Tree } from "@cambium/core";
import { categoryLabel, categoryLabels } from "../text/category-label.ts";
import { exactNumber, formatRows, formatThreshold } from "../text/format-number.ts";
import { fitText, textWidth } from "../text/text-width.ts";
import { fontSize, type Theme } from "../theme/theme.ts";
import { card, chartCard, pixel, smallCard } from "./card/card-geometry.ts";
import { type CardParts, noParts } from "./card/card-parts.ts";
import type { CardStyle } from "./card/card-style.ts";
import { drawCard } from "./card/draw-card.ts";
import { nodeInk, nodeTint } from "./card/node-colours.ts";
import { nodeTooltip, type SplitNote, type Tooltip } from "./card/node-tooltip.ts";
import { nodeChart, rowColours } from "./chart/node-chart.ts";
import { classLegend, type LegendEntry } from "./class-legend.ts";
import type { NodeFacts } from "./node-facts.ts";
import { everywhere, MOST_NAMES, regionText } from "./node-region.ts";
import type { PlotRows } from "./plot-rows.ts";
import { presenceTexts, type Split, splitOf, thresholdTexts } from "./split-branches.ts";
import { tidyLayout } from "./tidy-layout.ts";
import { headingWidth } from "./tree-caption.ts";
import type { TreeSubject } from "./tree-subject.ts";
import { sideOfPath, type VisibleNode } from "./visible-tree.ts";

/** A card, where it stands, and what it tells. */
export interface NodeDatum {
  readonly path: string;
  readonly depth: number;
  readonly leaf: boolean;
  /** Its left edge while the tree is shown down to its own depth, one level further, and so on. */
  readonly xs: readonly number[];
  readonly y: number;
  readonly lit: boolean;
  readonly ink: string;
  readonly tint: string;
  readonly tip: Tooltip;
}

/** The branch that leads to a node. */
export interface LinkDatum {
  readonly path: string;
  readonly parent: string;
  readonly width: number;
  readonly label: string;
  /** What the label takes up. */
  readonly room: number;
  readonly tip: Tooltip;
}

export interface TreeDrawing {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly NodeDatum[];
  readonly links: readonly LinkDatum[];
  readonly parts: CardParts;
  readonly legend: readonly LegendEntry[];
}

/** What is to be drawn. */
export interface DrawingSource {
  readonly nodes: readonly VisibleNode[];
  readonly deepest: number;
  readonly facts: readonly NodeFacts[];
  readonly rows: PlotRows | null;
  readonly lit: ReadonlySet<number>;
  readonly marked: number | undefined;
  readonly style: CardStyle;
  readonly theme: Theme;
  /** Whether the classes and their colours stand above the tree. */
  readonly legend: boolean;
}

/** Shallow trees are centred, but not further to the right than this: the start of a wide page is what one sees. */
const CENTRED_WIDTH = 1200;
const THICKEST_LINK = 13;
const THINNEST_LINK = 1.2;
const LABEL_PADDING = 10;

/** Everything at its place: the geometry of the plot is all here, and a renderer only has to draw. */
export function drawTree(source: DrawingSource): TreeDrawing {
  const { nodes, deepest, rows } = source;
  const levelHeight = (rows === null ? smallCard.height : chartCard.height) + card.fall;
  const { lefts, width } = placeCards(nodes, deepest);
  const legend = source.legend ? classLegend(source.style.palette, headingWidth(width)) : { entries: [], height: 0 };
  const told = tellSplits(source);
  const parts = noParts();
  const nodeData = nodes.map((node, index): NodeDatum => {
    const facts = source.facts[index];
    const { feature, chart, note, path } = told[index];
    // The last level that can be shown never shows its splits.
    const opens = node.depth < deepest;
    drawCard(parts, { path: node.path, facts, feature: opens ? feature : null, chart }, source.style);
    return {
      path: node.path,
      depth: node.depth,
      leaf: node.leaf,
      xs: lefts[index],
      y: legend.height + node.depth * levelHeight,
      lit: source.lit.has(index),
      ink: nodeInk(facts, source.style, source.theme),
      tint: nodeTint(facts, source.style, source.theme),
      tip: nodeTooltip(facts, source.style, note, path),
    };
  });
  const links = nodes.flatMap((node, index) => (node.parent < 0 ? [] : [linkTo(source, told[node.parent], index)]));
  const height = legend.height + deepest * levelHeight + smallCard.height;
  return { width, height, nodes: nodeData, links, parts, legend: legend.entries };
}

/** For each node its left edge, once for every depth down to which the tree can be shown. */
function placeCards(nodes: readonly VisibleNode[], deepest: number): { lefts: number[][]; width: number } {
  const pitch = card.width + card.gap;
  const layouts = Array.from({ length: deepest + 1 }, (_, depth) => tidyLayout(nodes, depth));
  const widths = layouts.map((places) => {
    const shown = places.filter((place) => !Number.isNaN(place));
    return Math.max(...shown) * pitch + card.width;
  });
  const width = Math.ceil(Math.max(...widths));
  const lefts = nodes.map((node, index) =>
    layouts.slice(node.depth).map((places, further) => {
      const spare = Math.max(0, Math.min(width, CENTRED_WIDTH) - widths[node.depth + further]);
      return pixel(places[index] * pitch + spare / 2);
    }),
  );
  return { lefts, width };
}

/** The words for a split, and its picture. */
interface ToldSplit {
  readonly feature: string | null;
  readonly chart: ReturnType<typeof nodeChart> | null;
  readonly note: SplitNote | null;
  readonly path: string;
  readonly labels: readonly string[];
  readonly branches: readonly string[];
}

function tellSplits(source: DrawingSource): ToldSplit[] {
  const { nodes, style, rows, deepest } = source;
  const { tree, model } = style.subject;
  const regions: Region[] = [];
  const colours = rows && rowColours(rows, style.palette);
  return nodes.map(({ node, parent, path, depth, leaf }, index): ToldSplit => {
    const side = sideOfPath(path);
    const region =
      parent < 0 ? everywhere : childRegion(model.features, tree, nodes[parent].node, side, regions[parent]);
    regions.push(region);
    const told = { path: regionText(region) };
    if (leaf) return { ...told, feature: null, chart: null, note: null, labels: [], branches: [] };
    const split = splitOf(model.features, tree, node, region);
    const labels = branchLabels(split);
    const branches = branchTexts(split);
    const missing = missingText(style.subject, node, split, labels);
    const chartSource = rows &&
      depth < deepest && { subject: style.subject, rows, palette: style.palette, marked: source.marked };
    return {
      ...told,
      feature: split.feature,
      chart: chartSource ? nodeChart(chartSource, colours, node, chartSource.rows.reaching[index], region) : null,
      note: { condition: `${split.feature} ${branches[0]}`, missing },
      labels,
      branches,
    };
  });
}

function missingText({ tree, model }: TreeSubject, node: number, split: Split, labels: readonly string[]): string {
  if (model.missing === "error") return "are refused";
  if (hasSurrogates(tree, node)) return "go where surrogates say";
  if (sharesMissing(tree, node)) return "go down every branch, by its share";
  return split.kind === "presence" ? "are what it asks for" : `go to ${labels[tree.missingChild[node]]}`;
}

const edgeWidth = (text: string): number => textWidth(text, fontSize.edge);

/** What stands at the two branches. */
function branchLabels(split: Split): readonly string[] {
  const room = card.width - LABEL_PADDING;
  if (split.kind === "categories") {
    const [first, second] = split.names;
    if (split.names.length === 2) return categoryLabels(first, second, room, edgeWidth);
    return split.names.map((names) => categoryLabel(names, room, edgeWidth));
  }
  if (split.kind === "presence") return presenceTexts(split.present);
  const [first, second] = thresholdTexts(formatThreshold(split.threshold));
  return [fitText(first, room, edgeWidth), fitText(second, room, edgeWidth)];
}

/** The same in full. */
function branchTexts(split: Split): readonly string[] {
  if (split.kind === "categories") return split.names.map((names) => namesText(names, MOST_NAMES));
  return split.kind === "presence" ? presenceTexts(split.present) : thresholdTexts(exactNumber(split.threshold));
}

function linkTo({ nodes, facts, style }: DrawingSource, split: ToldSplit, index: number): LinkDatum {
  const { path, parent } = nodes[index];
  const side = sideOfPath(path);
  const { rows, share } = facts[index];
  const label = split.labels[side];
  const missing = takesMissing(style.subject.tree, nodes[parent].node, side) && style.subject.model.missing !== "error";
  return {
    path,
    parent: nodes[parent].path,
    width: pixel(Math.max(THINNEST_LINK, THICKEST_LINK * Math.sqrt(share))),
    label,
    room: Math.ceil(edgeWidth(label) + LABEL_PADDING),
    tip: {
      Branch: `${split.feature} ${split.branches[side]}`,
      Rows: formatRows(rows),
      ...(missing && {
        "Missing values": sharesMissing(style.subject.tree, nodes[parent].node)
          ? "go this way by its share"
          : "go this way",
      }),
    },
  };
}

function takesMissing(tree: Tree, node: number, side: number): boolean {
  return (
    tree.kind[node] !== NodeKind.Leaf &&
    !hasSurrogates(tree, node) &&
    [side, EVERY_CHILD].includes(tree.missingChild[node])
  );
}

function sharesMissing(tree: Tree, node: number): boolean {
  return tree.missingChild[node] === EVERY_CHILD;
}
