import { partition, type TreeView } from "./tree-view.ts";

/** Two trees that were grown on the same rows, and how to judge them. */
export interface TreeComparison {
  readonly theirs: TreeView;
  readonly featureNames: readonly string[];
  /** Our tree on these rows of the training set, as the rest of a tree that has them at this depth, below the peer's node. */
  grow(rows: readonly number[], depth: number, their: number): Promise<TreeView>;
  /** Improvement of a split by the textbook's formula, computed from the rows. */
  gain(left: readonly number[], right: readonly number[]): number;
  /** Gains that are less than this apart are equal. */
  tieTolerance(rows: readonly number[]): number;
  /** How far the gain that a tree gives may be from the textbook's. */
  gainTolerance(rows: readonly number[]): number;
  /** Gains up to this are none to one of the two, which then makes a leaf. */
  leastGain(rows: readonly number[]): number;
  /** Throws when the two nodes, which hold the same rows, say different things. */
  checkNode(ours: TreeView, our: number, their: number, rows: readonly number[]): void;
}

export interface TreeReport {
  readonly nodes: number;
  /** Nodes where both gain the same by different cuts, in sentences. */
  readonly ties: readonly string[];
}

/**
 * Walks a peer's whole tree next to ours. Where the two part a node's rows differently, both must gain the same: such a tie
 * is noted, and our tree is grown anew on each of the peer's two sides, so that every node of the peer is compared.
 */
export async function compareTrees(comparison: TreeComparison, rows: readonly number[]): Promise<TreeReport> {
  const ties: string[] = [];
  let nodes = 0;
  const open: NodePair[] = [{ ours: await comparison.grow(rows, 0, 0), our: 0, their: 0, rows, depth: 0 }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    nodes++;
    const { tie, children } = await compareNodes(comparison, pair);
    if (tie !== null) ties.push(tie);
    open.push(...children);
  }
  return { nodes, ties };
}

async function compareNodes(
  comparison: TreeComparison,
  pair: NodePair,
): Promise<{ tie: string | null; children: readonly NodePair[] }> {
  const { ours, our, their, rows, depth } = pair;
  const { theirs } = comparison;
  comparison.checkNode(ours, our, their, rows);
  if (ours.isLeaf(our) || theirs.isLeaf(their)) return { tie: compareLeaves(comparison, pair), children: [] };
  const sides = partition(theirs, their, rows);
  const kind = compareCuts(comparison, pair, partition(ours, our, rows), sides);
  const tie = kind === "same cut" ? null : describeTie(comparison, pair, kind);
  const children: NodePair[] = [];
  for (const side of [0, 1] as const) {
    const same = { ours, our: ours.children(our)[kind === "mirrored" ? 1 - side : side] };
    const child = theirs.children(their)[side];
    const next = kind === "other rows" ? { ours: await comparison.grow(sides[side], depth + 1, child), our: 0 } : same;
    children.push({ ...next, their: child, rows: sides[side], depth: depth + 1 });
  }
  return { tie, children };
}

interface NodePair {
  readonly ours: TreeView;
  readonly our: number;
  readonly their: number;
  readonly rows: readonly number[];
  readonly depth: number;
}

type Sides = readonly [readonly number[], readonly number[]];
type CutKind = "same cut" | "other feature" | "mirrored" | "other rows";

/** A sentence where only one of the two cuts, for a gain that is none to the other; null where both are leaves. */
function compareLeaves(comparison: TreeComparison, pair: NodePair): string | null {
  const { ours, our, their, rows } = pair;
  const { theirs } = comparison;
  if (ours.isLeaf(our) && theirs.isLeaf(their)) return null;
  const cutter = ours.isLeaf(our) ? theirs : ours;
  const node = ours.isLeaf(our) ? their : our;
  const gain = comparison.gain(...partition(cutter, node, rows));
  const cut = describeCut(comparison, cutter, node);
  const note = `only ${cutter === ours ? "Cambium" : "the peer"} cuts ${rows.length} rows by ${cut}, which gains ${gain}`;
  if (gain > comparison.leastGain(rows)) throw new Error(`node ${their} of the peer: ${note}`);
  return note;
}

function compareCuts(comparison: TreeComparison, pair: NodePair, ourSides: Sides, theirSides: Sides): CutKind {
  const { ours, our, their, rows } = pair;
  const { theirs } = comparison;
  const gains = [comparison.gain(...ourSides), comparison.gain(...theirSides)];
  const claims = [ours.gain(our), theirs.gain(their)];
  claims.forEach((claim, i) => {
    if (Math.abs(claim - gains[i]) <= comparison.gainTolerance(rows)) return;
    throw new Error(
      `node ${their} of the peer: ${i ? "the peer" : "Cambium"} gives the gain ${claim}, rows ${gains[i]}`,
    );
  });
  const kind = kindOfCuts(comparison, pair, ourSides, theirSides);
  if (Math.abs(gains[0] - gains[1]) > comparison.tieTolerance(rows)) {
    throw new Error(`node ${their} of the peer: ${describeTie(comparison, pair, kind)}; gains ${gains.join(" and ")}`);
  }
  return kind;
}

function kindOfCuts(
  { theirs }: TreeComparison,
  { ours, our, their }: NodePair,
  ourSides: Sides,
  theirSides: Sides,
): CutKind {
  if (equalRows(ourSides[0], theirSides[0])) {
    if (ours.feature(our) !== theirs.feature(their)) return "other feature";
    // Both keep the midpoint of the two neighbouring values, so the thresholds are equal to the last bit, with one exception:
    // beyond the largest value any threshold parts the present from the missing; ours is infinite.
    if ([theirs.threshold(their), Number.POSITIVE_INFINITY].includes(ours.threshold(our))) return "same cut";
    throw new Error(
      `node ${their} of the peer: the rows are parted alike, but by the thresholds ${ours.threshold(our)} and ${theirs.threshold(their)}`,
    );
  }
  return equalRows(ourSides[0], theirSides[1]) ? "mirrored" : "other rows";
}

function equalRows(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((row, i) => row === b[i]);
}

function describeTie(comparison: TreeComparison, { ours, our, their, rows }: NodePair, kind: CutKind): string {
  const cuts = [describeCut(comparison, ours, our), describeCut(comparison, comparison.theirs, their)];
  return `${kind}: Cambium parts ${rows.length} rows by ${cuts[0]}, the peer by ${cuts[1]}`;
}

function describeCut({ featureNames }: TreeComparison, view: TreeView, node: number): string {
  return `${featureNames[view.feature(node)]} at ${view.threshold(node)}`;
}
