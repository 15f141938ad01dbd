import type { GrowTask } from "../grower/grower.ts";
import type { RuleBounds } from "../pruning/pruning-strategy.ts";
import type { ValueBounds } from "../splitter/value-bounds.ts";
import { NodeKind, type Tree } from "../tree/tree.ts";
import { expectRoomForValues } from "../tree/value-limit.ts";
import { CHUNK } from "../util/ranges.ts";
import type { Turns } from "../util/turns.ts";
import type { EnginePlan } from "./tree-engine.ts";

/** A task, and the rules that its tree must keep as numbers: the strictest of all. */
export interface WholeTreePlan extends GrowTask, Required<RuleBounds> {
  /** Best first up to so many; in any order where that is no limit. */
  readonly maxLeaves: number;
}

/** The nodes of a grown tree by number, in any order that has the root first, and the two children of a node side by side. */
export interface WholeTree {
  readonly nodeCount: number;
  /** -1 in a leaf. Of leaves only `rowCount` and `stats` are set. */
  readonly feature: Int32Array;
  /** NaN where a node splits categories. */
  readonly threshold: Float64Array;
  /** As `Split.categories`, by node, of those that part categories. */
  readonly categories: ReadonlyMap<number, Uint32Array>;
  readonly missingChild: Uint8Array;
  /** Divided by the plan's unit. */
  readonly gain: Float64Array;
  readonly firstChild: Uint32Array;
  readonly rowCount: Uint32Array;
  /** A statistics record of `width` numbers a node. */
  readonly stats: Float64Array;
  readonly width: number;
  /** By node, the bounds of its value; undefined for a node without. Default: no node has any. */
  readonly bounds?: readonly (ValueBounds | undefined)[];
}

/** A task as numbers, for loops that grow a tree whole. They are chosen where every rule is a number. */
export function wholePlanOf(
  task: GrowTask,
  { rules, grower: { order } }: Pick<EnginePlan, "rules" | "grower">,
): WholeTreePlan {
  const bounds = rules.flatMap((rule) => rule.bounds ?? []);
  const least = (name: keyof RuleBounds, none: number) => Math.max(none, ...bounds.map((bound) => bound[name] ?? none));
  const most = (name: keyof RuleBounds) => Math.min(...bounds.map((bound) => bound[name] ?? Number.POSITIVE_INFINITY));
  return {
    ...task,
    maxLeaves: order?.by === "gain" ? order.leaves : Number.POSITIVE_INFINITY,
    maxDepth: most("maxDepth"),
    minRowsSplit: least("minRowsSplit", 0),
    minGain: least("minGain", 0),
    purity: most("purity"),
    minRowsLeaf: least("minRowsLeaf", 1),
    minChildWeight: least("minChildWeight", 0),
  };
}

/** The nodes level by level, as growth by depth makes them, with what the criterion says of each. */
export function* treeOf(
  grown: WholeTree,
  { criterion }: Pick<EnginePlan, "criterion">,
  rootImpurity: number,
): Turns<Tree> {
  const { nodeCount, width } = grown;
  const valueWidth = criterion.valueWidth(width);
  expectRoomForValues(nodeCount, valueWidth);
  // All fields stand in one literal: whoever walks down trees reads objects of this shape fastest.
  const tree: Tree = {
    nodeCount,
    valueWidth,
    kind: new Uint8Array(nodeCount).fill(NodeKind.Leaf),
    feature: new Int32Array(nodeCount).fill(-1),
    threshold: new Float64Array(nodeCount).fill(Number.NaN),
    firstChild: new Uint32Array(nodeCount),
    childCount: new Uint32Array(nodeCount),
    missingChild: new Uint32Array(nodeCount),
    categoryStart: new Uint32Array(nodeCount),
    categoryWords: new Uint32Array(nodeCount),
    categories: new Uint32Array(0),
    surrogates: null,
    sharesRows: false,
    value: new Float64Array(nodeCount * valueWidth),
    gain: new Float64Array(nodeCount),
    cover: new Float64Array(nodeCount),
    rowCount: new Uint32Array(nodeCount),
    rootImpurity,
  };
  const oldNumber = new Uint32Array(nodeCount);
  const bitsets: Uint32Array[] = [];
  let words = 0;
  let made = 1;
  for (let node = 0; node < nodeCount; node++) {
    if (node % CHUNK === 0) yield;
    const old = oldNumber[node];
    const bitset = grown.categories.get(old);
    criterion.leafValue(grown.stats, old * width, width, tree.value, node * valueWidth);
    const bounds = grown.bounds?.[old];
    if (bounds) tree.value[node] = Math.min(Math.max(tree.value[node], bounds.lower), bounds.upper);
    tree.cover[node] = criterion.cover(grown.stats, old * width, width);
    tree.rowCount[node] = grown.rowCount[old];
    tree.categoryStart[node] = words;
    if (grown.feature[old] < 0) continue;
    tree.kind[node] = bitset === undefined ? NodeKind.Threshold : NodeKind.Categories;
    tree.feature[node] = grown.feature[old];
    tree.threshold[node] = grown.threshold[old];
    tree.missingChild[node] = grown.missingChild[old];
    tree.gain[node] = grown.gain[old];
    tree.firstChild[node] = made;
    tree.childCount[node] = 2;
    oldNumber[made++] = grown.firstChild[old];
    oldNumber[made++] = grown.firstChild[old] + 1;
    if (bitset === undefined) continue;
    tree.categoryWords[node] = bitset.length;
    words += bitset.length;
    bitsets.push(bitset);
  }
  const categories = new Uint32Array(words);
  for (let i = 0, at = 0; i < bitsets.length; at += bitsets[i++].length) categories.set(bitsets[i], at);
  return { ...tree, categories };
}
