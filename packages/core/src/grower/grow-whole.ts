import type { PrePruning, RuleBounds } from "../pruning/pruning-strategy.ts";
import type { WholeTree } from "../splitter/splitter.ts";
import { NodeKind, type Tree } from "../tree/tree.ts";
import { expectRoomForValues } from "../tree/value-limit.ts";
import { CHUNK } from "../util/ranges.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import type { GrowPlan } from "./grower.ts";

/** The rules as numbers; null where one of them has to be asked. */
export function boundsOf(rules: readonly PrePruning[]): RuleBounds[] | null {
  const bounds = rules.flatMap((rule) => rule.bounds ?? []);
  return bounds.length < rules.length ? null : bounds;
}

/** Grows the tree in one go, where all rules are numbers, nobody watches and the search can do it; else null, and the steps are to be taken. */
export function growWhole(plan: GrowPlan, maxLeaves = Number.POSITIVE_INFINITY): Promise<Tree> | null {
  const { search, goal, rows, draw, gainUnit, isBeside = false } = plan;
  if (plan.onNode !== undefined) return null;
  const bounds = boundsOf(plan.rules);
  if (bounds === null || search.growWhole === undefined) return null;
  const least = (name: keyof RuleBounds, none: number) => Math.max(none, ...bounds.map((bound) => bound[name] ?? none));
  const most = (name: keyof RuleBounds, none: number) => Math.min(none, ...bounds.map((bound) => bound[name] ?? none));
  const whole = search.growWhole({
    goal,
    rows,
    ...(draw && { draw }),
    ...{ gainUnit, maxLeaves, isBeside },
    maxDepth: most("maxDepth", Number.POSITIVE_INFINITY),
    minRowsSplit: least("minRowsSplit", 0),
    minGain: least("minGain", 0),
    purity: most("purity", Number.POSITIVE_INFINITY),
    minRowsLeaf: least("minRowsLeaf", 1),
    minChildWeight: least("minChildWeight", 0),
  });
  return whole?.then((grown) => inTurns(treeOf(grown, plan), plan.pacer)) ?? null;
}

/** The nodes level by level, as growth by depth makes them, with what the criterion says of each. */
function* treeOf(grown: WholeTree, { criterion, rootImpurity }: GrowPlan): Turns<Tree> {
  const { nodeCount, width } = grown;
  const valueWidth = criterion.valueWidth(width);
  expectRoomForValues(nodeCount, valueWidth);
  const tree = emptyTree(nodeCount, valueWidth, rootImpurity);
  const oldNumber = new Uint32Array(nodeCount);
  const bitsets: Uint32Array[] = [];
  let words = 0;
  let made = 1;
  for (let node = 0; node < nodeCount; node++) {
    if (node % CHUNK === 0) yield;
    const old = oldNumber[node];
    const bitset = grown.categories.get(old);
    criterion.leafValue(grown.stats, old * width, width, tree.value, node * valueWidth);
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

function emptyTree(nodeCount: number, valueWidth: number, rootImpurity: number): Tree {
  return {
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
}
