import { valueOfNode, valuesOfNode } from "@cambium/core";
import type { PlotRows } from "./plot-rows.ts";
import { classOfNode, type TreeSubject, tellsClasses } from "./tree-subject.ts";
import type { VisibleNode } from "./visible-tree.ts";

/** What a card says of its node: of the rows that the user gave, else of those that the model was trained on. */
export interface NodeFacts {
  readonly rows: number;
  /** Of the rows of the root. */
  readonly share: number;
  /** The share of each class; null where nothing is known. */
  readonly mix: readonly number[] | null;
  /** Of `mix`. */
  readonly gini: number | null;
  /** The class that the node predicts; -1 in a tree of numbers. */
  readonly predicted: number;
  /** What the node predicts, in a tree of numbers; NaN in a tree of classes. */
  readonly value: number;
  /** The middle half of the target, where rows with a target are known. */
  readonly quartiles: readonly [number, number] | null;
}

export function nodeFacts(subject: TreeSubject, nodes: readonly VisibleNode[], rows: PlotRows | null): NodeFacts[] {
  const { tree, values } = subject;
  const countOf = (index: number): number => rows?.reaching[index].length ?? tree.rowCount[nodes[index].node];
  const isOfClasses = tellsClasses(subject);
  const total = countOf(0);
  return nodes.map(({ node }, index) => {
    const mix = classMix(subject, node, index, rows);
    return {
      rows: countOf(index),
      share: total === 0 ? 0 : countOf(index) / total,
      mix,
      gini: mix && 1 - mix.reduce((sum, share) => sum + share * share, 0),
      predicted: isOfClasses ? classOfNode(subject, node) : -1,
      value: isOfClasses ? Number.NaN : valueOfNode(tree, node, 0),
      quartiles: values === "numbers" ? quartiles(rows, index) : null,
    };
  });
}

function classMix(subject: TreeSubject, node: number, index: number, rows: PlotRows | null): number[] | null {
  const { model, tree, values } = subject;
  if (model.task !== "classification") return null;
  if (rows?.classCodes) return countedMix(rows.reaching[index], rows.classCodes, model.classes.length);
  // A vote tells nothing of the classes in the node.
  if (values !== "shares") return null;
  return Array.from(valuesOfNode(tree, node));
}

function countedMix(reaching: Int32Array, codes: Int32Array, classCount: number): number[] | null {
  const counts = new Array<number>(classCount).fill(0);
  let total = 0;
  for (const row of reaching) {
    if (codes[row] < 0) continue;
    counts[codes[row]]++;
    total++;
  }
  return total === 0 ? null : counts.map((count) => count / total);
}

function quartiles(rows: PlotRows | null, index: number): readonly [number, number] | null {
  const targets = rows?.targets;
  if (!rows || !targets) return null;
  const sorted = Float64Array.from(rows.reaching[index], (row) => targets[row])
    .filter((value) => Number.isFinite(value))
    .sort();
  return sorted.length === 0 ? null : [quantile(sorted, 0.25), quantile(sorted, 0.75)];
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}
