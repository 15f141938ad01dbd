import {
  type GradientGoal,
  gradientGoal,
  histogramSplitter,
  newton,
  type SearchNode,
  type Split,
  type SplitSearch,
} from "@cambium/core";
import { createPacer } from "@cambium/kernels";
import { midpoint } from "../../src/util/midpoint.ts";
import type { FollowReport, Note } from "./follow-peer.ts";
import type { HistogramCase, HistogramTable } from "./histogram-cases.ts";
import { absolute, relative } from "./peer-cases.ts";

/** By level the feature and the highest level of it that goes left; by leaf, whose number has a bit for each level, what it says. */
export interface SymmetricTree {
  readonly feature: readonly number[];
  readonly condition: readonly number[];
  readonly leaf: readonly number[];
}

export type SymmetricCase = Omit<HistogramCase, "trees"> & {
  readonly parameters: { readonly leaf_estimation_method: "Newton" | "Gradient" };
  readonly trees: readonly SymmetricTree[];
};

interface Open {
  readonly node: SearchNode;
  readonly rows: readonly number[];
}

/** As `followPeer`, with trees whose levels are cut alike: at each level our search has to find what the peer found. */
export async function followSymmetric(
  peerCase: SymmetricCase,
  training: HistogramTable,
): Promise<Omit<FollowReport, "passedOver">> {
  const { dataset } = training;
  const criterion = newton({ l2: peerCase.options.l2 ?? 0 });
  const plan = { dataset, criterion, minRowsLeaf: 1, symmetric: true, pacer: createPacer() };
  const search = await histogramSplitter().begin(plan);
  const margins = new Float64Array(dataset.rowCount).fill(peerCase.base);
  const ties: Note[] = [];
  const leaves: number[][] = [];
  let cuts = 0;
  try {
    for (const [round, tree] of peerCase.trees.entries()) {
      const { gradients, hessians } = derivativesAt(training, margins);
      const rows = Uint32Array.from(gradients.keys());
      // Its cuts are judged by weights in the place of hessians.
      const goal = gradientGoal(gradients.slice(), null, dataset.target.weights, rows);
      const walk = new Walk(peerCase, training, { round, search, goal, tree });
      await walk.run();
      cuts += tree.feature.length;
      ties.push(...walk.ties.map((sentence) => ({ round, sentence })));
      const steps = peerCase.parameters.leaf_estimation_method === "Newton" ? hessians : null;
      const leafOfRow = Array.from(rows, (row) => walk.leafOf(row));
      expectLeaves(peerCase, tree, leafOfRow, gradientGoal(gradients, steps, dataset.target.weights, rows));
      leaves.push(leafOfRow);
      for (const row of rows) margins[row] += tree.leaf[leafOfRow[row]];
    }
  } finally {
    search.end();
  }
  return { cuts, ties, leaves, margins };
}

function derivativesAt({ dataset: { rowCount, target }, loss }: HistogramTable, margins: Float64Array) {
  const gradients = new Float64Array(rowCount);
  const hessians = loss.constantHessian ? null : new Float64Array(rowCount);
  loss.derivatives(target, margins, gradients, hessians, 0, rowCount);
  return { gradients, hessians };
}

/** -G / (H + l2), of the rows that are in a leaf. */
function expectLeaves(
  peerCase: SymmetricCase,
  tree: SymmetricTree,
  leafOfRow: readonly number[],
  { gradients, hessians }: GradientGoal,
): void {
  const { learningRate, l2 = 0 } = peerCase.options;
  const sums = tree.leaf.map(() => [0, 0, 0]);
  for (const [row, leaf] of leafOfRow.entries()) {
    sums[leaf][0] += gradients[row];
    sums[leaf][1] += hessians[row];
    sums[leaf][2]++;
  }
  for (const [leaf, [gradient, hessian, rows]] of sums.entries()) {
    const ours = rows === 0 ? 0 : (-learningRate * gradient) / (hessian + l2);
    const apart = relative(peerCase, "leaf") * Math.abs(ours) + absolute(peerCase, "leaf");
    if (Math.abs(ours - tree.leaf[leaf]) > apart)
      throw new Error(`leaf ${leaf} says ${tree.leaf[leaf]}, by us ${ours}`);
  }
}

interface Followed {
  readonly round: number;
  readonly search: SplitSearch;
  readonly goal: GradientGoal;
  readonly tree: SymmetricTree;
}

/** One tree of the peer, level by level. */
class Walk {
  readonly ties: string[] = [];
  #rootGain = 0;

  constructor(
    private readonly peerCase: SymmetricCase,
    private readonly training: HistogramTable,
    private readonly followed: Followed,
  ) {}

  leafOf(row: number): number {
    const { feature } = this.followed.tree;
    return feature.reduce((leaf, _, level) => leaf + (this.#goesLeft(level, row) ? 0 : 2 ** level), 0);
  }

  async run(): Promise<void> {
    const { goal, search, tree } = this.followed;
    const rows = [...goal.gradients.keys()];
    let open: Open[] = [{ node: await search.root(goal, Uint32Array.from(rows)), rows }];
    for (const level of tree.feature.keys()) open = await this.#follow(level, open);
  }

  async #follow(level: number, open: readonly Open[]): Promise<Open[]> {
    const { search } = this.followed;
    const found = (await search.findLevel?.(open.map(({ node }) => node))) ?? [];
    const cuts = open.map(({ rows }) => this.#splitOf(level, rows));
    this.#compare(level, open, found, cuts);
    const cut = open.filter((_, i) => cuts[i] !== null);
    const splits = cuts.filter((split) => split !== null);
    const children = await search.apply(
      cut.map(({ node }) => node),
      splits,
    );
    let taken = 0;
    return open.flatMap((one, i) => {
      if (cuts[i] === null) return [one];
      return sidesOf(one.rows, (row) => this.#goesLeft(level, row)).map((rows) => ({ node: children[taken++], rows }));
    });
  }

  #compare(
    level: number,
    open: readonly Open[],
    found: readonly (Split | null)[],
    cuts: readonly (Split | null)[],
  ): void {
    const { round } = this.followed;
    const [ours, theirs] = [found, cuts].map((splits) => splits.reduce((sum, split) => sum + (split?.gain ?? 0), 0));
    if (level === 0) this.#rootGain = theirs;
    const { gain: tolerance } = this.peerCase.tolerances;
    const band = relative(this.peerCase, "gain") * theirs + (tolerance.ofRoot ?? 0) * this.#rootGain;
    const where = `round ${round + 1}, level ${level}: we find ${ours}, the peer ${theirs}`;
    if (ours < theirs - band || (this.#isSameRule && ours > theirs + band)) throw new Error(where);
    const isSame = open.every(({ rows }, i) => {
      const split = found[i];
      if (split === null || cuts[i] === null) return split === cuts[i];
      const values = this.training.columns[split.feature];
      return rows.every((row) => values[row] <= split.threshold === this.#goesLeft(level, row));
    });
    if (!isSame && this.#isSameRule) this.ties.push(where);
  }

  /** With l2 a cut can lose something in a node: CatBoost takes that off what it gains in the others, and we count nothing. */
  get #isSameRule(): boolean {
    return this.peerCase.options.l2 === 0;
  }

  #goesLeft(level: number, row: number): boolean {
    const { feature, condition } = this.followed.tree;
    return this.training.columns[feature[level]][row] <= condition[level];
  }

  /** The peer's cut as one of ours; null where a side would have no rows. */
  #splitOf(level: number, rows: readonly number[]): Split | null {
    const { tree } = this.followed;
    const sides = sidesOf(rows, (row) => this.#goesLeft(level, row));
    if (sides.some(({ length }) => length === 0)) return null;
    const feature = tree.feature[level];
    const levels = this.training.levels[feature];
    const below = levels.filter((value) => value <= tree.condition[level]).length;
    const childStats = Float64Array.of(...sides.flatMap((side) => this.#record(side)));
    const [leftG, leftH, rightG, rightH] = childStats;
    const { l2 = 0 } = this.peerCase.options;
    const score = (gradient: number, hessian: number) => gradient ** 2 / (hessian + l2);
    return {
      kind: "threshold",
      feature,
      gain: Math.max(0, score(leftG, leftH) + score(rightG, rightH) - score(leftG + rightG, leftH + rightH)),
      threshold: midpoint(levels[below - 1], levels[below]),
      categories: new Uint32Array(0),
      missingChild: 0,
      childStats,
      childRows: [sides[0].length, sides[1].length],
    };
  }

  #record(rows: readonly number[]): [number, number] {
    const { gradients, hessians } = this.followed.goal;
    const sum = (of: Float64Array) => rows.reduce((total, row) => total + of[row], 0);
    return [sum(gradients), sum(hessians)];
  }
}

function sidesOf(rows: readonly number[], goesLeft: (row: number) => boolean): [number[], number[]] {
  const sides: [number[], number[]] = [[], []];
  for (const row of rows) sides[goesLeft(row) ? 0 : 1].push(row);
  return sides;
}
