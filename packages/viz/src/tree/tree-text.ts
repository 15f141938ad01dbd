import {
  checkOptions,
  childRegion,
  EVERY_CHILD,
  heaviestChild,
  isLeaf,
  leafCount,
  type Model,
  plainText,
  type Region,
  type Tree,
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
import { columnWidth, fitText } from "../text/text-width.ts";
import { everywhere } from "./node-region.ts";
import { treeTextOptions } from "./plot-options.ts";
import { presenceTexts, type Split, splitOf, thresholdTexts } from "./split-branches.ts";
import { classOfNode, subjectTitle, type TreeSubject, tellsClasses, treeSubject } from "./tree-subject.ts";

export interface TreeTextOptions {
  /** Which tree of the ensemble, counted from 0; the first unless told. */
  readonly tree?: number;
  /** Significant digits of thresholds and predicted numbers; 4 unless told. */
  readonly digits?: number;
  /** How many levels are written; all unless told. */
  readonly depth?: number;
}

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

/**
 * A tree for the terminal: a line a node, with the condition that leads there, its training rows and their share, and
 * what it predicts; an arrow marks the leaves.
 */
export function treeText(model: Model, options: TreeTextOptions = {}): string {
  checkOptions("treeText", options, treeTextOptions);
  const subject = treeSubject("treeText", model, options.tree);
  const { tree } = subject;
  const heading = `${subjectTitle(subject)} · ${formatRows(tree.rowCount[0])}, ${formatLeaves(leafCount(tree))}`;
  const lines = writeLines(subject, options.digits ?? 4, options.depth ?? Number.POSITIVE_INFINITY);
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
  readonly region: Region;
  readonly condition: string;
  /** What stands before this line, and before the lines below it. */
  readonly branch: string;
  readonly indent: string;
}

/** Depth first, with a stack of its own: a tree may be deeper than the stack of calls. */
function writeLines(subject: TreeSubject, digits: number, deepest: number): Line[] {
  const { tree } = subject;
  const below = nodesBelow(tree);
  const lines: Line[] = [];
  const stack: Step[] = [{ node: 0, depth: 0, region: everywhere, condition: "all rows", branch: "", indent: "" }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { node, depth, indent } = step;
    lines.push(lineOf(subject, step, digits));
    if (isLeaf(tree, node)) continue;
    if (depth < deepest) {
      // The second child first, since the stack gives back the last.
      stack.push(...childSteps(subject, step, digits).reverse());
    } else {
      const condition = `… ${formatCount(below[node])} nodes below`;
      lines.push({ branch: `${indent}└─ `, condition, rows: "", share: "", prediction: "" });
    }
  }
  return lines;
}

function childSteps(subject: TreeSubject, { node, depth, indent, region }: Step, digits: number): Step[] {
  const { tree, model } = subject;
  const split = splitOf(model.features, tree, node, region);
  const conditions = branchConditions(split, digits, indent.length + 3);
  const missing = split.kind === "presence" ? null : missingSide(subject, node);
  const last = tree.childCount[node] - 1;
  return conditions.map((condition, side) => ({
    node: tree.firstChild[node] + side,
    depth: depth + 1,
    region: childRegion(model.features, tree, node, side, region),
    condition: condition + (missing === side ? " or missing" : ""),
    branch: indent + (side < last ? "├─ " : "└─ "),
    indent: indent + (side < last ? "│  " : "   "),
  }));
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

function branchConditions(split: Split, digits: number, indent: number): readonly string[] {
  const feature = fitText(split.feature, WIDEST_NAME, columnWidth);
  if (split.kind !== "categories") {
    const isPresence = split.kind === "presence";
    const texts = isPresence ? presenceTexts(split.present) : thresholdTexts(formatThreshold(split.threshold, digits));
    return [`${feature} ${texts[0]}`, `${feature} ${texts[1]}`];
  }
  const room = Math.max(LEAST_LIST, WIDEST_CONDITION - indent - columnWidth(feature) - " in {} or missing".length);
  const listed = (names: readonly string[]): string => {
    if (names.length === 0) return `${feature} is anything else`;
    const list = categoryLabel(names, room, columnWidth);
    return names.length === 1 ? `${feature} is ${list}` : `${feature} in {${list}}`;
  };
  return split.names.map(listed);
}

function lineOf(subject: TreeSubject, { node, condition, branch }: Step, digits: number): Line {
  const { tree } = subject;
  const share = tree.rowCount[0] > 0 ? formatShare(tree.rowCount[node] / tree.rowCount[0]) : "";
  return {
    branch,
    condition,
    rows: formatCount(tree.rowCount[node]),
    share,
    prediction: (isLeaf(tree, node) ? "→ " : "  ") + predictionOf(subject, node, digits),
  };
}

function predictionOf(subject: TreeSubject, node: number, digits: number): string {
  const { tree, model, values } = subject;
  if (tellsClasses(subject) && model.task === "classification") {
    const predicted = classOfNode(subject, node);
    const name = fitText(plainText(model.classes[predicted]), WIDEST_NAME, columnWidth);
    if (values === "votes") return name;
    const share = tree.value[node * tree.valueWidth + predicted];
    return `${name} ${formatShare(share)}`;
  }
  const value = tree.value[node * tree.valueWidth];
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
