import {
  type Condition,
  checkOptions,
  childConditions,
  EVERY_CHILD,
  heaviestChild,
  isLeaf,
  leafCount,
  type Model,
  type Region,
  type Tree,
  valueOfNode,
  withDefaults,
} from "@cambium/core";
import { categoryLabel } from "../text/category-label.ts";
import {
  formatCount,
  formatLeaves,
  formatNumber,
  formatRows,
  formatShare,
  formatThreshold,
  signedNumber,
} from "../text/format-number.ts";
import { shownName } from "../text/shown-name.ts";
import { columnWidth, fitText } from "../text/text-width.ts";
import { everywhere } from "./node-region.ts";
import { type TreeTextOptions, treeTextOptions } from "./plot-options.ts";
import { presenceTexts, type Split, splitOf, thresholdTexts } from "./split-branches.ts";
import { classOfNode, subjectTitle, type TreeSubject, tellsClasses, treeSubject } from "./tree-subject.ts";

/** A line for a node: what leads to it, and what is known of it. */
interface Line {
  /** The branches before the condition, of one column a character. Deep trees have long ones, which nobody measures. */
  readonly branch: string;
  readonly condition: string;
  readonly rows: string;
  readonly share: string;
  readonly prediction: string;
}

/** Wider conditions are cut, so that a line of a shallow tree fits a terminal of 80 to 100 columns. */
const WIDEST_CONDITION = 58;
const WIDEST_NAME = 24;
const LEAST_LIST = 16;

/** A tree may have more nodes than anybody reads, and be as deep as it has nodes: each level indents the lines below it. */
const MOST_LINES = 10_000;
const MOST_LEVELS = 1000;

/**
 * A tree for the terminal: a line a node, with the condition that leads there, its training rows and their share, and
 * what it predicts; an arrow marks the leaves. It has 10,000 lines at most, and its last line is how many nodes are left out.
 */
export function treeText(model: Model, options: TreeTextOptions = {}): string {
  checkOptions("treeText", options, treeTextOptions);
  const { digits, depth } = withDefaults(treeTextOptions, options);
  const subject = treeSubject("treeText", model, options.tree);
  const { tree } = subject;
  const heading = `${subjectTitle(subject)} · ${formatRows(tree.rowCount[0])}, ${formatLeaves(leafCount(tree))}`;
  const lines = writeLines(subject, digits, Math.min(depth, MOST_LEVELS));
  const notes = lines.length > 1 ? missingNotes(subject) : [];
  return [heading, "", ...alignColumns(lines), ...notes].join("\n");
}

function missingNotes({ model, tree }: TreeSubject): string[] {
  if (model.missing === "learn" && tree.sharesRows)
    return ["", "Missing values go down every branch, by its share of the rows."];
  if (model.missing === "learn")
    return ["", "Missing values follow the heavier branch, unless a branch says otherwise."];
  if (model.missing === "error") return [];
  return [
    "",
    "Rows without a value follow the first of the node's surrogates that they have, else the heavier branch.",
  ];
}

interface Step {
  readonly node: number;
  readonly depth: number;
  /** The parent, and which of its branches leads here; null at the root. */
  readonly from: { readonly parent: Parent; readonly side: number } | null;
  /** What stands before this line, and before the lines below it. */
  readonly branch: string;
  readonly indent: string;
}

/** A node whose branches are written. */
interface Parent {
  readonly node: number;
  readonly region: Region;
  readonly split: Split;
  /** What is known of its feature at each child. */
  readonly conditions: readonly Condition[];
  readonly missing: number | null;
  readonly indent: string;
}

/** Depth first, with a stack of its own: a tree may be deeper than the stack of calls. */
function writeLines(subject: TreeSubject, digits: number, deepest: number): Line[] {
  const { tree } = subject;
  const below = nodesBelow(tree);
  const lines: Line[] = [];
  let left = tree.nodeCount;
  const stack: Step[] = [{ node: 0, depth: 0, from: null, branch: "", indent: "" }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, depth, indent } = step;
    if (lines.length >= MOST_LINES) {
      lines.push(noteLine("", `… ${formatCount(left)} more nodes`));
      break;
    }
    lines.push(lineOf(subject, step, digits));
    left--;
    if (isLeaf(tree, node)) continue;
    if (depth < deepest) pushChildren(subject, step, stack);
    else {
      lines.push(noteLine(`${indent}└─ `, `… ${formatCount(below[node])} nodes below`));
      left -= below[node];
    }
  }
  return lines;
}

function noteLine(branch: string, condition: string): Line {
  return { branch, condition, rows: "", share: "", prediction: "" };
}

/** The last child first, since the stack gives back what it was given last. */
function pushChildren(subject: TreeSubject, { node, depth, indent, from }: Step, stack: Step[]): void {
  const { tree, model } = subject;
  const region =
    from === null
      ? everywhere
      : new Map(from.parent.region).set(tree.feature[from.parent.node], from.parent.conditions[from.side]);
  const split = splitOf(model.features, tree, node, region);
  const conditions = childConditions(model.features, tree, node, region);
  const missing = split.kind === "presence" ? null : missingSide(subject, node);
  const parent = { node, region, split, conditions, missing, indent };
  const last = tree.childCount[node] - 1;
  for (let side = last; side >= 0; side--) {
    stack.push({
      node: tree.firstChild[node] + side,
      depth: depth + 1,
      from: { parent, side },
      branch: indent + (side < last ? "├─ " : "└─ "),
      indent: indent + (side < last ? "│  " : "   "),
    });
  }
}

function conditionOf({ from }: Step, digits: number): string {
  if (from === null) return "all rows";
  const { split, missing, indent } = from.parent;
  return branchText(split, from.side, digits, indent.length + 3) + (missing === from.side ? " or missing" : "");
}

/**
 * The side that missing values go to where that was learned: without missing values in training they follow the heavier
 * child, of equals the first, and where they do so anyway nothing has to be said.
 */
function missingSide({ tree, model }: TreeSubject, node: number): number | null {
  if (model.missing !== "learn") return null;
  const side = tree.missingChild[node];
  return side === EVERY_CHILD || side === heaviestChild(tree, node) ? null : side;
}

function branchText(split: Split, side: number, digits: number, indent: number): string {
  const feature = fitText(split.feature, WIDEST_NAME, columnWidth);
  if (split.kind === "presence") return `${feature} ${presenceTexts(split.present)[side]}`;
  if (split.kind === "threshold") return `${feature} ${thresholdTexts(formatThreshold(split.threshold, digits))[side]}`;
  const room = Math.max(LEAST_LIST, WIDEST_CONDITION - indent - columnWidth(feature) - " in {} or missing".length);
  const names = split.names[side];
  if (names.length === 0) return `${feature} is anything else`;
  const list = categoryLabel(names, room, columnWidth);
  return names.length === 1 ? `${feature} is ${list}` : `${feature} in {${list}}`;
}

function lineOf(subject: TreeSubject, step: Step, digits: number): Line {
  const { tree } = subject;
  const { node, branch } = step;
  const share = tree.rowCount[0] > 0 ? formatShare(tree.rowCount[node] / tree.rowCount[0]) : "";
  return {
    branch,
    condition: conditionOf(step, digits),
    rows: formatCount(tree.rowCount[node]),
    share,
    prediction: (isLeaf(tree, node) ? "→ " : "  ") + predictionOf(subject, node, digits),
  };
}

function predictionOf(subject: TreeSubject, node: number, digits: number): string {
  const { tree, model, values } = subject;
  if (tellsClasses(subject) && model.task === "classification") {
    const predicted = classOfNode(subject, node);
    const name = fitText(shownName(model.classes[predicted]), WIDEST_NAME, columnWidth);
    if (values === "votes") return name;
    return `${name} ${formatShare(valueOfNode(tree, node, predicted))}`;
  }
  const value = valueOfNode(tree, node, 0);
  return values === "numbers" ? formatNumber(value, digits) : signedNumber(value, digits);
}

function nodesBelow(tree: Tree): Uint32Array {
  const below = new Uint32Array(tree.nodeCount);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (isLeaf(tree, node)) continue;
    const children = below.subarray(tree.firstChild[node], tree.firstChild[node] + tree.childCount[node]);
    below[node] = children.reduce((sum, count) => sum + count, children.length);
  }
  return below;
}

function alignColumns(lines: readonly Line[]): string[] {
  const columns = lines.map(({ branch, condition }) => branch.length + columnWidth(condition));
  const widest = (lengths: readonly number[]): number => lengths.reduce((most, length) => Math.max(most, length), 0);
  const conditions = widest(columns);
  const rows = widest(lines.map((line) => line.rows.length));
  const shares = widest(lines.map((line) => line.share.length));
  return lines.map(({ branch, condition, ...line }, index) => {
    const cells = [
      branch + condition + " ".repeat(conditions - columns[index]),
      line.rows.padStart(rows),
      line.share.padStart(shares),
      line.prediction,
    ];
    return cells.join("  ").trimEnd();
  });
}
