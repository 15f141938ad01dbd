import { exp, log } from "@cambium/kernels";
import { recordOfItems } from "../splitter/branch-test.ts";
import type { WeightedRows } from "../splitter/weighted-rows.ts";
import { raisedTo } from "../tree/collapse-tree.ts";
import { type ClassRows, classRowsOf, partRowsOfNode } from "../tree/part-rows.ts";
import type { EncodedRows } from "../tree/route-row.ts";
import { isLeaf, type Tree } from "../tree/tree.ts";
import { aNumber, checkOptions, trueOrFalse } from "../util/check-options.ts";
import { indexOfLargest } from "../util/index-of-largest.ts";
import { droppable, type OptionsOf, option, withDefaults } from "../util/option.ts";
import { inTurns, type Turns } from "../util/turns.ts";
import type { HeldOut, PostPruning, PruningVerdict } from "./pruning-strategy.ts";
import { collapseNoWorse, trainingErrors } from "./training-errors.ts";

/** How much worse than its subtree C4.5 lets a leaf be, in errors. */
const SLACK = 0.1;

/**
 * C4.5's pruning: from the bottom up, a node becomes a leaf, or its largest branch takes its place, where the errors that are
 * then to be expected are not above those of its subtree by more than 0.1. What a leaf has to expect is the upper limit of
 * its error rate, by C4.5's approximation of the binomial one. Weights count as numbers of rows.
 */
export function errorBased(options: ErrorBasedOptions = {}): PostPruning {
  checkOptions("errorBased", options, errorBasedOptions);
  const { confidence, raising } = withDefaults(errorBasedOptions, options);
  const estimate = (errors: number, weight: number) => errorLimit(errors, weight, confidence);
  const reason = `a subtree went where ${raising ? "its largest branch, or a leaf," : "a leaf"} in its place has at most ${SLACK} more errors to expect, at confidence ${confidence}`;
  return {
    stage: "after-growth",
    name: "errorBased",
    needs: { kind: raising ? "training" : "nothing" },
    task: "classification",
    async prune(tree, [training], pacer) {
      if (raising) return { ...(await inTurns(raiseSubtrees(tree, training, estimate), pacer)), path: [], reason };
      const errors = await inTurns(trainingErrors(tree), pacer);
      const limits = errors.map((wrong, node) => estimate(wrong, tree.cover[node]));
      return { collapse: collapseNoWorse(tree, limits, SLACK), path: [], reason };
    },
  };
}

const aConfidence = /* @__PURE__ */ aNumber("a number above 0 and up to 0.5", (value) => value > 0 && value <= 0.5);

export const errorBasedOptions = /* @__PURE__ */ droppable(() => ({
  /** The chance that a leaf errs more often than its limit says: the lower, the smaller the tree. Default: 0.25. */
  confidence: option(aConfidence, 0.25),
  /** Whether a node may also be replaced by its largest branch. Default: true. */
  raising: option(trueOrFalse, true),
}));

export interface ErrorBasedOptions extends OptionsOf<typeof errorBasedOptions> {}

/** The normal deviate that is exceeded with each of these probabilities, as C4.5 has them: between two, a straight line. */
const DEVIATES: readonly (readonly [probability: number, deviate: number])[] = [
  [0, 4],
  [0.001, 3.09],
  [0.005, 2.58],
  [0.01, 2.33],
  [0.05, 1.65],
  [0.1, 1.28],
  [0.2, 0.84],
  [0.4, 0.25],
  [1, 0],
];

/** The share of the rest that is wrong too, where all but half a row are wrong. */
const LAST_SHARE = 0.67;

/**
 * `rows · U(errors, rows)`: as many errors as a leaf has to expect that made `errors` on its `rows` training rows. U is
 * the upper limit of the error rate at this confidence by C4.5's own approximation, not by the binomial distribution:
 * exact for no error, normal with a correction of half a row from one error on, and a straight line between.
 */
export function errorLimit(errors: number, rows: number, confidence: number): number {
  if (rows === 0) return 0;
  // Fractions of a row may carry the line above all rows.
  return Math.min(rows, errors + extraErrors(errors, rows, confidence));
}

function extraErrors(errors: number, rows: number, confidence: number): number {
  if (errors < 1) {
    const atNone = rows * (1 - exp(log(confidence) / rows));
    return errors === 0 ? atNone : atNone + errors * (extraErrors(1, rows, confidence) - atNone);
  }
  const corrected = errors + 0.5;
  if (corrected >= rows) return LAST_SHARE * (rows - errors);
  const deviate = deviateOf(confidence);
  const square = deviate * deviate;
  const spread = Math.sqrt(square * (corrected * (1 - corrected / rows) + square / 4));
  return (rows * (corrected + square / 2 + spread)) / (rows + square) - errors;
}

function deviateOf(confidence: number): number {
  const next = DEVIATES.findIndex(([probability]) => probability >= confidence);
  const [[low, atLow], [high, atHigh]] = [DEVIATES[next - 1], DEVIATES[next]];
  return atLow + ((atHigh - atLow) * (confidence - low)) / (high - low);
}

/** How many errors are to be expected of a leaf that made `errors` on rows of this weight. */
type EstimateErrors = (errors: number, weight: number) => number;

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
 * From the bottom up, a node is replaced by a leaf, or by its largest branch, where that has at most `SLACK` more errors to
 * expect than what stands there; the leaf is preferred. To judge the branch, all rows of the node go down it. Where it takes
 * the node's place it is pruned again, for these rows.
 */
function* raiseSubtrees(tree: Tree, { target, rows, columns }: HeldOut, estimate: EstimateErrors): Turns<Marks> {
  return yield* new RaisingRun(tree, columns, yield* classRowsOf(target, rows), estimate).raise();
}

class RaisingRun {
  readonly #marks: Marks;

  constructor(
    private readonly tree: Tree,
    private readonly columns: EncodedRows,
    private readonly training: ClassRows,
    private readonly estimate: EstimateErrors,
  ) {
    this.#marks = { collapse: new Uint8Array(tree.nodeCount), raise: new Uint32Array(tree.nodeCount) };
  }

  /** With a stack of its own: a tree may be deeper than the stack of calls. */
  *raise(): Turns<Marks> {
    const stack: Frame[] = [yield* this.#enter(0, this.training.items)];
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

  /** The errors to expect of what is left of a node whose children are done; null where its largest branch takes its place. */
  *#judge(frame: Frame): Turns<number | null> {
    const { node, items, parts, below } = frame;
    const asLeaf = yield* this.#errorsAsLeaf(items);
    if (parts.length === 0) return asLeaf;
    const weights = parts.map((part) => part.weights.reduce((sum, weight) => sum + weight, 0));
    const largest = indexOfLargest(weights, 0, weights.length);
    const inBranch = yield* this.#errorsOf(this.tree.firstChild[node] + largest, items);
    if (asLeaf <= below + SLACK && asLeaf <= inBranch + SLACK) {
      this.#marks.collapse[node] = 1;
      return asLeaf;
    }
    if (inBranch > below + SLACK) return below;
    this.#marks.raise[node] = largest + 1;
    return null;
  }

  *#enter(node: number, items: WeightedRows): Turns<Frame> {
    return { node, items, parts: yield* this.#part(node, items), below: 0, done: 0 };
  }

  /** The node that stands in the place of this one. */
  #top(node: number): number {
    return raisedTo(this.tree, node, this.#marks.collapse, this.#marks.raise);
  }

  /** The rows of each child; none of a leaf. */
  *#part(node: number, items: WeightedRows): Turns<WeightedRows[]> {
    if (isLeaf(this.tree, node) || this.#marks.collapse[node] === 1) return [];
    return yield* partRowsOfNode(this.tree, node, this.columns, items, this.training.step);
  }

  /** The expected errors of a branch as it is now, on these rows. */
  *#errorsOf(branch: number, items: WeightedRows): Turns<number> {
    let errors = 0;
    const open = [{ node: this.#top(branch), items }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const first = this.tree.firstChild[next.node];
      const parts = yield* this.#part(next.node, next.items);
      if (parts.length === 0) errors += yield* this.#errorsAsLeaf(next.items);
      for (const [side, part] of parts.entries()) {
        if (part.rows.length > 0) open.push({ node: this.#top(first + side), items: part });
      }
    }
    return errors;
  }

  *#errorsAsLeaf(items: WeightedRows): Turns<number> {
    const record = yield* recordOfItems(items, this.training.goal);
    const classes = record.length - 1;
    const total = record[classes];
    return this.estimate(total - record[indexOfLargest(record, 0, classes)], total);
  }
}
