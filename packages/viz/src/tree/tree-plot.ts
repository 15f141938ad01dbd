import { checkOptions, type Model, withDefaults } from "@cambium/core";
import { plotConfig } from "../theme/plot-config.ts";
import { themeNamed } from "../theme/theme.ts";
import { cardStyle } from "./card/card-style.ts";
import { nodeInk } from "./card/node-colours.ts";
import { nodeFacts } from "./node-facts.ts";
import { type TreePlotOptions, treePlotOptions } from "./plot-options.ts";
import { litNodes, plotRows } from "./plot-rows.ts";
import { describeTree, plotTitle } from "./tree-caption.ts";
import { drawTree } from "./tree-drawing.ts";
import { boxFill, sharedEncoding, styleParameters, treeLayers } from "./tree-layers.ts";
import type { Parameter, TreePlotSpec } from "./tree-plot-spec.ts";
import { treeSubject } from "./tree-subject.ts";
import { readableDepth, visibleNodes } from "./visible-tree.ts";

/**
 * A tree as a Vega-Lite 6 specification, plain JSON that any renderer of Vega-Lite draws: a card a node, hovering traces a
 * path, a slider folds the tree. The same model, data and options give the same JSON.
 */
export function treePlot(model: Model, options: TreePlotOptions = {}): TreePlotSpec {
  checkOptions("treePlot", options, treePlotOptions);
  const theme = themeNamed(withDefaults(treePlotOptions, options).theme);
  const subject = treeSubject("treePlot", model, options.tree);
  const deepest = readableDepth(subject.tree);
  const nodes = visibleNodes(subject.tree, deepest);
  const rows = options.data === undefined ? null : plotRows(subject, options.data, nodes);
  const lit = litNodes(rows, options.row);
  const facts = nodeFacts(subject, nodes, rows);
  const style = cardStyle(subject, facts, rows, theme);
  const classesKnown = facts.some(({ mix }) => mix !== null);
  const source = { nodes, deepest, facts, rows, lit, marked: options.row, style, theme, legend: classesKnown };
  const drawing = drawTree(source);
  const { boxes, rules, dots, marked, texts } = drawing.parts;
  const rowInk = lit.size === 0 ? theme.accent : nodeInk(facts[Math.max(...lit)], style, theme);
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: describeTree(subject, facts[0], options.row),
    title: plotTitle({ subject, facts, rows, deepest, row: options.row, width: drawing.width, title: options.title }),
    width: drawing.width,
    height: drawing.height,
    padding: 16,
    background: theme.background,
    params: [depthParameter(deepest, options.depth), { name: "rowInk", value: rowInk }, ...styleParameters(theme)],
    datasets: {
      nodes: [...drawing.nodes],
      links: [...drawing.links],
      boxes,
      rules,
      texts,
      ...(classesKnown && { legend: [...drawing.legend] }),
      ...(dots.length > 0 && { dots }),
      ...(options.row !== undefined && { marked }),
    },
    data: { name: "nodes" },
    encoding: sharedEncoding(options.row !== undefined),
    layer: treeLayers({
      theme,
      charts: rows !== null,
      dots: dots.length > 0,
      rowLit: options.row !== undefined,
      legend: classesKnown,
      boxFill: boxFill(theme, classesKnown ? style.palette : null),
    }),
    config: plotConfig(theme),
    usermeta: { embedOptions: { tooltip: { theme: theme.name } } },
  };
}

function depthParameter(deepest: number, wanted = deepest): Parameter {
  const value = Math.min(wanted, deepest);
  if (deepest < 2) return { name: "depth", value };
  return { name: "depth", value, bind: { input: "range", min: 1, max: deepest, step: 1, name: "Depth " } };
}
