import type { BinnedRoom, Pacer, PairOf, PairPasses, Steps } from "@cambium/kernels";
import { addRow, type FitGoal, type GradientGoal, statsWidth } from "../../goal/fit-goal.ts";
import { LARGEST_GRADIENT, LARGEST_HESSIAN } from "../../loss/largest-derivatives.ts";
import type { ClassLossKernel } from "../../loss/loss.ts";
import { isChosenNarrow, narrowStep } from "../../splitter/narrow-gradients.ts";
import type { SearchPlan } from "../../splitter/splitter.ts";
import { gridExponent, narrowExponent, powerOfTwo } from "../../util/grid.ts";
import { forRanges } from "../../util/ranges.ts";

/** What the kernels on bins sum of each row. */
export interface BinnedStatistics {
  /** Brings the goal of a tree to the kernels. */
  load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal>;
}

/** The goal of a tree, as the kernels sum it. */
export interface LoadedGoal {
  /** The rows that the tree may see, where the kernels read them. */
  readonly bag: Uint32Array;
  /** The record of them all. */
  readonly sums: ArrayLike<number>;
  /** The steps of narrow pairs; null where the tree takes wide ones. */
  readonly narrow: Steps | null;
}

/** The root of a tree. */
export interface BinnedRoot {
  readonly rows: number;
  readonly stats: Float64Array;
  /** The record by which its splits are chosen. */
  readonly record: ArrayLike<number>;
}

/** Brings gradients and hessians to the kernels: from a goal, or from scores by a compiled loss. */
export class BinnedPairs implements BinnedStatistics {
  /** The goal that stands in the arena only, and what it was loaded as. */
  #derived: { readonly goal: GradientGoal; readonly loaded: LoadedGoal } | null = null;

  constructor(
    private readonly plan: SearchPlan,
    private readonly room: BinnedRoom,
    readonly passes: PairPasses,
  ) {
    const { target } = plan.dataset;
    if (plan.keptScores === undefined) return;
    passes.targets.set(target.task === "classification" ? target.codes : target.values);
    if (target.weights !== null) passes.weights.set(target.weights);
  }

  /** Takes a goal over that was derived here, or copies one. */
  async load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal> {
    if (goal.kind !== "gradients") throw new TypeError("unreachable: the criterion is for gradients");
    const derived = this.#derived;
    this.#derived = null;
    if (derived?.goal === goal) return derived.loaded;
    const { pairs } = this.passes;
    const { gradients, hessians } = goal;
    const most = [0, 0];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      pairs[2 * row] = gradients[row];
      pairs[2 * row + 1] = hessians[row];
      most[0] = Math.max(most[0], Math.abs(gradients[row]));
      most[1] = Math.max(most[1], hessians[row]);
    }
    return this.#round(this.room.bag(rows), [most[0], most[1]]);
  }

  /** The goal of a tree by the compiled loss of the plan; null where there is none, or a derivative is not finite, or nearly so. */
  async derive(rows: Uint32Array): Promise<GradientGoal | null> {
    const loss = this.plan.lossKernel;
    if (loss === undefined) return null;
    const bag = this.room.bag(rows);
    return this.#goalOf(bag, await this.passes.derive(loss, bag, this.plan.pacer));
  }

  async deriveClass(loss: ClassLossKernel, code: number, rows: Uint32Array): Promise<GradientGoal | null> {
    const bag = this.room.bag(rows);
    return this.#goalOf(bag, await this.passes.deriveClass(loss, code, bag, this.plan.pacer));
  }

  async #goalOf(bag: Uint32Array, most: PairOf<number>): Promise<GradientGoal | null> {
    if (!(most[0] <= LARGEST_GRADIENT && most[1] <= LARGEST_HESSIAN)) return null;
    const goal: GradientGoal = { kind: "gradients", gradients: NONE, hessians: NONE, targets: null };
    this.#derived = { goal, loaded: await this.#round(bag, most) };
    return goal;
  }

  async #round(bag: Uint32Array, most: PairOf<number>): Promise<LoadedGoal> {
    const { gradientBits = "wide", pacer } = this.plan;
    const steps = most.map((value) => powerOfTwo(gridExponent(bag.length, value)));
    const narrow = most.map((value, part) => powerOfTwo(narrowStep(value, part === 0 ? 0 : 1)));
    const { sums, ...loss } = await this.passes.round(bag, [steps[0], steps[1]], [narrow[0], narrow[1]], pacer);
    return { bag, sums, narrow: isChosenNarrow(gradientBits, loss) ? [narrow[0], narrow[1]] : null };
  }
}

const NONE = new Float64Array(0);

/** The largest narrow weight: it may stand where gradients have a sign. */
const MOST_NARROW = 2 ** 15 - 1;

/** Weights of classes, two beside each other as gradients and hessians are. */
export class BinnedClasses implements BinnedStatistics {
  /** `classPairs` is by row, for more than two classes. */
  constructor(
    private readonly room: BinnedRoom,
    private readonly passes: PairPasses,
    private readonly classPairs: Uint8Array | null,
    private readonly pacer: Pacer,
  ) {}

  async load(goal: FitGoal, rows: Uint32Array): Promise<LoadedGoal> {
    if (goal.kind !== "classes") throw new TypeError("unreachable: the criterion is for classes");
    const { pairs } = this.passes;
    const { codes, weights } = goal;
    const sums = new Float64Array(statsWidth(goal));
    let most = 0;
    await forRanges(rows.length, this.pacer, (start, end) => {
      for (let i = start; i < end; i++) {
        const row = rows[i];
        const side = codes[row] & 1;
        pairs[2 * row + side] = weights[row];
        pairs[2 * row + 1 - side] = 0;
        if (this.classPairs !== null) this.classPairs[row] = codes[row] >> 1;
        addRow(goal, row, sums, 0);
        most = Math.max(most, weights[row]);
      }
    });
    const step = powerOfTwo(narrowExponent(most, MOST_NARROW));
    // Narrow sums are taken if they are exact, as they are with whole weights, such as those of a bootstrap.
    let isExact = true;
    await forRanges(rows.length, this.pacer, (start, end) => {
      for (let i = start; i < end && isExact; i++) isExact = Number.isInteger(weights[rows[i]] * step);
    });
    return { bag: this.room.bag(rows), sums, narrow: isExact ? [step, step] : null };
  }
}
