import { expect } from "vitest";
import { encodeTable, isLeaf, leafOf, type Model, routeRow, type Tree } from "../../src/index.ts";
import type { ReferenceLoss } from "./reference-boosting.ts";

/** What a boosted model was asked for, of that which a node's cut depends on. */
export interface StepsByHand {
  readonly learningRate: number;
  readonly l2: number;
  readonly l1?: number;
  readonly maxDeltaStep?: number;
  readonly minGain?: number;
  readonly minChildWeight?: number;
  readonly minRowsLeaf?: number;
  readonly maxDepth?: number;
  readonly maxLeaves?: number;
  readonly monotone?: Readonly<Record<string, 1 | -1>>;
}

export interface RowsByHand {
  /** NaN is missing. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly y: readonly number[];
  readonly weights: readonly number[];
}

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

interface Cut {
  readonly name: string;
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** Parts values from values, and not all of them from what is missing. */
  readonly partsValues: boolean;
}

interface OpenNode {
  readonly node: number;
  readonly rows: readonly number[];
  readonly bounds: Bounds;
  readonly depth: number;
}

/**
 * Looks at each node of each tree whether its cut is the best of all cuts that its rows allow, tried one by one, and whether its
 * leaves say what they should, by the formulas of Chen and Guestrin 2016 with soft thresholds, clipped steps, and bounds
 * that part halfway between two children on a monotone column.
 */
export function expectByHand(model: Model, given: RowsByHand, loss: ReferenceLoss, options: StepsByHand): void {
  const { ensemble } = model;
  const encoded = encodeTable(model, given.columns as Record<string, number[]>);
  const scores = given.y.map(() => ensemble.initialScore[0]);
  for (const tree of ensemble.trees) {
    const gradients = given.y.map((y, row) => given.weights[row] * loss.gradient(y, scores[row]));
    const hessians = scores.map((score, row) => given.weights[row] * loss.hessian(score));
    new TreeByHand(given, options, tree, gradients, hessians, (row, node) =>
      routeRow(tree, encoded, row, node),
    ).check();
    scores.forEach((_, row) => {
      scores[row] += tree.value[leafOf(tree, encoded, row)];
    });
  }
}

class TreeByHand {
  constructor(
    private readonly given: RowsByHand,
    private readonly options: StepsByHand,
    private readonly tree: Tree,
    private readonly gradients: readonly number[],
    private readonly hessians: readonly number[],
    private readonly route: (row: number, node: number) => number,
  ) {}

  /** Best first; where only the depth is limited, the order plays no part. */
  check(): void {
    const { maxLeaves = Number.POSITIVE_INFINITY } = this.options;
    const bounds = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY };
    const root: OpenNode = { node: 0, rows: [...this.given.y.keys()], bounds, depth: 0 };
    const open = [{ ...root, most: this.#most(root) }];
    for (let leaves = 1; leaves < maxLeaves; leaves++) {
      open.sort((a, b) => this.tree.gain[b.node] - this.tree.gain[a.node]);
      const [next, ...others] = open;
      const most = Math.max(...open.map((each) => each.most));
      const least = Math.max(this.options.minGain ?? 0, slack);
      if (isLeaf(this.tree, next.node)) {
        expect(most).toBeLessThanOrEqual(least + slack * (1 + most));
        break;
      }
      expectNear(this.tree.gain[next.node], most);
      expect(most).toBeGreaterThanOrEqual((this.options.minGain ?? 0) - slack);
      const children = this.#children(next);
      open.splice(0, open.length, ...others, ...children.map((child) => ({ ...child, most: this.#most(child) })));
    }
    for (const each of open) {
      expect(isLeaf(this.tree, each.node)).toBe(true);
      expectNear(this.tree.value[each.node], this.options.learningRate * this.#step(each.rows, each.bounds));
    }
  }

  /** The two children, after a look at what the cut gains by itself. */
  #children({ node, rows, bounds, depth }: OpenNode): OpenNode[] {
    const first = this.tree.firstChild[node];
    const left = rows.filter((row) => this.route(row, node) === first);
    const right = rows.filter((row) => this.route(row, node) !== first);
    const name = Object.keys(this.given.columns)[this.tree.feature[node]];
    const partsValues = this.tree.threshold[node] < Number.POSITIVE_INFINITY;
    const cut = { name, left, right, partsValues };
    expectNear(this.tree.gain[node], this.#gain(cut, bounds));
    expect([...this.tree.rowCount.subarray(first, first + 2)]).toEqual([left.length, right.length]);
    const direction = partsValues ? (this.options.monotone?.[name] ?? 0) : 0;
    const middle = (this.#step(left, bounds) + this.#step(right, bounds)) / 2;
    const [low, high] = [
      { lower: bounds.lower, upper: middle },
      { lower: middle, upper: bounds.upper },
    ];
    const within = direction === 0 ? [bounds, bounds] : direction > 0 ? [low, high] : [high, low];
    return [left, right].map((side, i) => ({ node: first + i, rows: side, bounds: within[i], depth: depth + 1 }));
  }

  /** What the best of all cuts gains that the limits allow; 0 where there is none. */
  #most({ rows, bounds, depth }: OpenNode): number {
    if (depth >= (this.options.maxDepth ?? 6)) return 0;
    const cuts = Object.entries(this.given.columns).flatMap(([name, values]) => everyCut(name, values, rows));
    return Math.max(0, ...cuts.map((cut) => this.#gain(cut, bounds)));
  }

  #gain({ name, left, right, partsValues }: Cut, bounds: Bounds): number {
    const { minChildWeight = 0, minRowsLeaf = 1, l2, monotone } = this.options;
    const sides = [left, right];
    if (sides.some((side) => side.length < minRowsLeaf || sum(this.hessians, side) < minChildWeight)) return 0;
    if (sides.some((side) => sum(this.hessians, side) + l2 <= 0)) return 0;
    const rise = this.#step(right, bounds) - this.#step(left, bounds);
    if (partsValues && rise * (monotone?.[name] ?? 0) < 0) return 0;
    return this.#saved(left, bounds) + this.#saved(right, bounds) - this.#saved([...left, ...right], bounds);
  }

  #step(rows: readonly number[], { lower, upper }: Bounds): number {
    const { l1 = 0, l2, maxDeltaStep = Number.POSITIVE_INFINITY } = this.options;
    const g = sum(this.gradients, rows);
    const h = sum(this.hessians, rows) + l2;
    const free = h > 0 ? (-Math.sign(g) * Math.max(Math.abs(g) - l1, 0)) / h : 0;
    const limited = Math.min(Math.max(free, -maxDeltaStep), maxDeltaStep);
    return Math.min(Math.max(limited, lower), upper);
  }

  /** Twice what the loss falls by the step, to second order. */
  #saved(rows: readonly number[], bounds: Bounds): number {
    const { l1 = 0, l2 } = this.options;
    const w = this.#step(rows, bounds);
    return -(2 * sum(this.gradients, rows) * w + (sum(this.hessians, rows) + l2) * w * w + 2 * l1 * Math.abs(w));
  }
}

/** Every way to part the rows by a threshold, missing values on either side; also all that are present from the rest. */
function everyCut(name: string, values: readonly number[], rows: readonly number[]): Cut[] {
  const thresholds = [...new Set(rows.map((row) => values[row]))].filter((value) => !Number.isNaN(value));
  const highest = Math.max(...thresholds);
  return thresholds
    .flatMap((threshold) =>
      [true, false].map((missingLeft) => {
        const goesLeft = (row: number) => (Number.isNaN(values[row]) ? missingLeft : values[row] <= threshold);
        const left = rows.filter(goesLeft);
        const right = rows.filter((row) => !goesLeft(row));
        return { name, left, right, partsValues: threshold < highest };
      }),
    )
    .filter(({ left, right }) => left.length > 0 && right.length > 0);
}

const sum = (of: readonly number[], rows: readonly number[]) => rows.reduce((total, row) => total + of[row], 0);

const slack = 1e-9;

function expectNear(actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${actual}, by hand ${expected}`).toBeLessThanOrEqual(
    slack * (1 + Math.abs(expected)),
  );
}
