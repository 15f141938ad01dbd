import type { WeightedRows } from "../splitter/weighted-rows.ts";
import { raisedTo } from "../tree/collapse-tree.ts";
import { partRowsOfNode } from "../tree/part-rows.ts";
import { isLeaf, type Tree } from "../tree/tree.ts";
import { roundInTurns } from "../util/round-to-grid.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import type { HeldOut, PruningVerdict } from "./pruning-strategy.ts";

/** How many errors are to be expected of a leaf that made `errors` on rows of this weight. */
export type ErrorEstimate = (errors: number, weight: number) => number;

type Marks = Required<Pick<PruningVerdict, "collapse" | "raise">>;

/** A node on the way down, with the rows that reach it. */
interface Frame {
  readonly node: number;
  readonly items: WeightedRows;
  readonly parts: readonly WeightedRows[];
  /** Errors to be expected of the children that are done. */
  below: number;
  done: number;
}

/**
 * C4.5's pruning: from the bottom up, a node is replaced by a leaf, or by its largest branch, where that has at most `slack`
 * more errors to expect than what stands there; the leaf is preferred. To judge the branch, all rows of the node go down it.
 * Where it takes the node's place it is pruned again, for these rows.
 */
export function raiseSubtrees(tree: Tree, training: HeldOut, estimate: ErrorEstimate, slack: number): Turns<Marks> {
  return new RaisingRun(tree, training, estimate, slack).run();
}

class RaisingRun {
  readonly #marks: Marks;
  readonly #codes: Int32Array;
  #step = 0;

  constructor(
    private readonly tree: Tree,
    private readonly training: HeldOut,
    private readonly estimate: ErrorEstimate,
    private readonly slack: number,
  ) {
    const { target } = training;
    if (target.task !== "classification") throw new TypeError("unreachable: the strategy is for classes");
    this.#codes = target.codes;
    this.#marks = { collapse: new Uint8Array(tree.nodeCount), raise: new Uint32Array(tree.nodeCount) };
  }

  /** With a stack of its own: a tree may be deeper than the stack of calls. */
  *run(): Turns<Marks> {
    const stack: Frame[] = [yield* this.#enter(0, yield* this.#weighed())];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      if (frame.done < frame.parts.length) {
        const child = this.tree.firstChild[frame.node] + frame.done;
        stack.push(yield* this.#enter(this.#top(child), frame.parts[frame.done]));
        continue;
      }
      stack.pop();
      const errors = yield* this.#judge(frame);
      const parent = stack.at(-1);
      if (errors === null) stack.push(yield* this.#enter(this.#top(frame.node), frame.items));
      else if (parent !== undefined) {
        parent.below += errors;
        parent.done++;
      }
    }
    return this.#marks;
  }

  /** The training rows with their weights, on one grid. */
  *#weighed(): Turns<WeightedRows> {
    const { target, rows } = this.training;
    const all = target.weights?.slice() ?? new Float64Array(this.#codes.length).fill(1);
    this.#step = yield* roundInTurns(all, rows);
    const weights = new Float64Array(rows.length);
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) weights[i] = all[rows[i]];
    });
    return { rows, weights };
  }

  /** The errors to expect of what is left of a node whose children are done; null where its largest branch takes its place. */
  *#judge(frame: Frame): Turns<number | null> {
    const { node, items, parts, below } = frame;
    const asLeaf = yield* this.#errorsAsLeaf(items);
    if (parts.length === 0) return asLeaf;
    const largest = this.#largestBranch(frame);
    const inBranch = yield* this.#errorsOf(this.tree.firstChild[node] + largest, items);
    if (asLeaf <= below + this.slack && asLeaf <= inBranch + this.slack) {
      this.#marks.collapse[node] = 1;
      return asLeaf;
    }
    if (inBranch > below + this.slack) return below;
    this.#marks.raise[node] = largest + 1;
    return null;
  }

  *#enter(node: number, items: WeightedRows): Turns<Frame> {
    return { node, items, parts: this.#isLeaf(node) ? [] : yield* this.#part(node, items), below: 0, done: 0 };
  }

  #top(node: number): number {
    return raisedTo(this.tree, node, this.#marks.collapse, this.#marks.raise);
  }

  #isLeaf(node: number): boolean {
    return isLeaf(this.tree, node) || this.#marks.collapse[node] === 1;
  }

  #part(node: number, items: WeightedRows): Turns<WeightedRows[]> {
    return partRowsOfNode(this.tree, node, this.training.columns, items, this.#step);
  }

  /** The branch of most weight; a tie goes to the first. */
  #largestBranch({ parts }: Frame): number {
    const weights = parts.map(({ weights: of }) => of.reduce((sum, weight) => sum + weight, 0));
    return weights.indexOf(weights.reduce((a, b) => Math.max(a, b)));
  }

  /** What is to be expected of a branch as it stands now, when these rows go down it. */
  *#errorsOf(branch: number, items: WeightedRows): Turns<number> {
    let errors = 0;
    const open = [{ node: this.#top(branch), items }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (this.#isLeaf(next.node)) errors += yield* this.#errorsAsLeaf(next.items);
      else {
        const first = this.tree.firstChild[next.node];
        const parts = yield* this.#part(next.node, next.items);
        for (const [side, part] of parts.entries()) {
          if (part.rows.length > 0) open.push({ node: this.#top(first + side), items: part });
        }
      }
    }
    return errors;
  }

  *#errorsAsLeaf({ rows, weights }: WeightedRows): Turns<number> {
    const counts = new Float64Array(this.tree.valueWidth);
    let total = 0;
    yield* turnsOver(rows.length, (start, end) => {
      for (let i = start; i < end; i++) {
        counts[this.#codes[rows[i]]] += weights[i];
        total += weights[i];
      }
    });
    return this.estimate(total - counts.reduce((a, b) => Math.max(a, b)), total);
  }
}
