import type { BinLimits, BinnedRoom, LevelBinCut, LevelNode, LevelRoom } from "@cambium/kernels";
import { childRecords } from "./column-search.ts";
import type { SearchPlan } from "./splitter.ts";
import { NO_BOUNDS } from "./value-bounds.ts";

/** A node of a level, as the search knows it. */
export interface NodeOfLevel {
  /** null where it has none that is kept. */
  readonly histogram: number | null;
  readonly rows: number;
  readonly gradients: number;
  readonly hessians: number;
}

/** What the cut of a level makes of one of its nodes. */
export interface CutOfNode {
  readonly gain: number;
  readonly childStats: Float64Array;
  /** Where they were counted. */
  readonly childRows: readonly [number, number] | null;
}

export interface CutOfLevel extends LevelBinCut {
  /** Whether rows of any of the nodes lack the feature. */
  readonly lacks: boolean;
  /** null for the nodes that it leaves too little on a side. */
  readonly nodes: readonly (CutOfNode | null)[];
}

/** Finds the one cut of all nodes of a level whose gains add up to the most. */
export class BinnedLevel {
  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    private readonly level: LevelRoom,
    private readonly limits: BinLimits,
  ) {}

  /** `sumAnew` fills the spare histogram with the node of this position, and gives it. Null where no cut gains. */
  async best(
    nodes: readonly NodeOfLevel[],
    features: readonly number[],
    sumAnew: (position: number) => Promise<number>,
  ): Promise<CutOfLevel | null> {
    const { level, limits, plan } = this;
    level.begin(features, limits, plan.criterion.steps ?? NO_BOUNDS);
    for (let from = 0; from < nodes.length; ) {
      const kept = keptFrom(nodes, from);
      await level.add(kept, plan.pacer);
      from += kept.length;
      if (from === nodes.length) break;
      await level.add([{ ...nodes[from], histogram: await sumAnew(from) }], plan.pacer);
      from++;
    }
    const best = level.best();
    if (best === null) return null;
    const cuts: (CutOfNode | null)[] = [];
    let lacks = false;
    for (const [position, node] of nodes.entries()) {
      const histogram = node.histogram ?? (await sumAnew(position));
      const sides = this.#sidesOf(histogram, best);
      lacks ||= sides.lacks;
      cuts.push(sides.areEnough(node) ? this.#cutOf(node, sides.left, sides.leftRows) : null);
    }
    return { ...best, lacks, nodes: cuts };
  }

  #sidesOf(histogram: number, { feature, bin, missingLeft }: LevelBinCut) {
    const slots = this.room.slotsOf(histogram, feature);
    const { minRowsLeaf, minChildWeight } = this.limits;
    const counts = minRowsLeaf > 1 ? this.room.rowsOf(histogram, feature) : null;
    const missing = slots.length / 2 - 1;
    const isThere = (at: number) => slots[2 * at] !== 0 || slots[2 * at + 1] !== 0;
    const left = new Float64Array(2);
    let leftRows = 0;
    const hasSide = [false, false];
    for (let at = 0; at <= missing; at++) {
      const isLeft = at === missing ? missingLeft : at <= bin;
      if (isThere(at)) hasSide[isLeft ? 0 : 1] = true;
      if (!isLeft) continue;
      left[0] += slots[2 * at];
      left[1] += slots[2 * at + 1];
      leftRows += counts?.[at] ?? 0;
    }
    return {
      left,
      leftRows: counts && leftRows,
      lacks: isThere(missing) || (counts?.[missing] ?? 0) > 0,
      areEnough: ({ rows, hessians }: NodeOfLevel) =>
        hasSide[0] &&
        hasSide[1] &&
        (counts === null || Math.min(leftRows, rows - leftRows) >= minRowsLeaf) &&
        Math.min(left[1], hessians - left[1]) >= minChildWeight,
    };
  }

  #cutOf({ gradients, hessians, rows }: NodeOfLevel, left: Float64Array, leftRows: number | null): CutOfNode {
    const node = Float64Array.of(gradients, hessians);
    const childStats = childRecords(node, left);
    const gain = this.plan.criterion.gain(Float64Array.of(...node, ...childStats), 0, 2, 2, 2);
    return { gain, childStats, childRows: leftRows === null ? null : [leftRows, rows - leftRows] };
  }
}

/** The nodes from this one on that have a histogram, up to the next that has none. */
function keptFrom(nodes: readonly NodeOfLevel[], from: number): LevelNode[] {
  const kept: LevelNode[] = [];
  for (const node of nodes.slice(from)) {
    const { histogram } = node;
    if (histogram === null) break;
    kept.push({ ...node, histogram });
  }
  return kept;
}
