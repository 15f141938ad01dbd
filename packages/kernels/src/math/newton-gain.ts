/** What holds the values of leaves back: `l1` draws them to 0, `l2` is added to sums of hessians, and they lie from `lower` to `upper`. */
export interface StepRules {
  readonly l1: number;
  readonly l2: number;
  readonly lower: number;
  readonly upper: number;
}

/** The value of a leaf: what its rows gain most by, within the rules. */
export function newtonStep(gradients: number, hessians: number, { l1, l2, lower, upper }: StepRules): number {
  const denominator = hessians + l2;
  const step = denominator > 0 ? -drawnToZero(gradients, l1) / denominator : 0;
  return Math.min(Math.max(step, lower), upper) + 0;
}

/** What a leaf saves by saying `newtonStep`, twice the paper's figure. */
export function newtonSaving(gradients: number, hessians: number, rules: StepRules): number {
  const step = newtonStep(gradients, hessians, rules);
  return saved(gradients, hessians + rules.l2, rules.l1, step);
}

/**
 * Gains of the cuts of a node, with leaves that are held back; `assembly/newton-gain.ts` comes to the same bits.
 *
 * A leaf of sums G and H that says w saves -(2·G·w + (H+l2)·w² + 2·l1·|w|); a cut gains what its children save beyond their
 * parent. Where no value is held back by a bound that is TL²/(HL+l2) + TR²/(HR+l2) - T²/(H+l2), T being G drawn to 0 by l1:
 * written as the square of a difference, as without l1, and a rest for what TL + TR is off T. So bounds that hold nothing back
 * change no bit.
 */
export class NewtonGain {
  #rules: StepRules = { l1: 0, l2: 0, lower: 0, upper: 0 };
  #isBounded = false;
  #t = 0;
  #k = 0;
  #c = 0;
  #saved = 0;
  #isHeld = false;

  begin(gradients: number, hessians: number, rules: StepRules): void {
    const { l1, l2, lower, upper } = rules;
    this.#rules = rules;
    this.#isBounded = lower > Number.NEGATIVE_INFINITY || upper < Number.POSITIVE_INFINITY;
    this.#t = drawnToZero(gradients, l1);
    this.#k = hessians + l2;
    this.#c = hessians + 2 * l2;
    const free = -this.#t / this.#k;
    const w = Math.min(Math.max(free, lower), upper);
    this.#isHeld = w !== free;
    this.#saved = saved(gradients, this.#k, l1, w);
  }

  /** 0 for what is no candidate; so are children that do not ascend where `direction` is 1, or descend where it is -1. */
  of(leftG: number, leftH: number, rightG: number, rightH: number, direction: number): number {
    const { l1, l2, lower, upper } = this.#rules;
    const a = leftH + l2;
    const b = rightH + l2;
    const scale = a * b * (a + b);
    if (!(a > 0 && b > 0 && scale > 0)) return 0;
    const tl = drawnToZero(leftG, l1);
    const tr = drawnToZero(rightG, l1);
    if (direction !== 0 || this.#isBounded) {
      const freeLeft = -tl / a;
      const freeRight = -tr / b;
      const left = Math.min(Math.max(freeLeft, lower), upper);
      const right = Math.min(Math.max(freeRight, lower), upper);
      // Leaves that say the same save nothing beyond their parent.
      if (left === right || direction * (right - left) < 0) return 0;
      if (this.#isHeld || left !== freeLeft || right !== freeRight) {
        return Math.max(0, saved(leftG, a, l1, left) + saved(rightG, b, l1, right) - this.#saved);
      }
    }
    const d = tl * b - tr * a;
    const s = tl + tr;
    const rest = (s - this.#t) * (s + this.#t) * this.#c - s * s * l2;
    return Math.max(0, (d * d) / scale + rest / (this.#k * this.#c));
  }
}

function saved(gradients: number, k: number, l1: number, w: number): number {
  return -w * (2 * gradients + k * w) - 2 * l1 * Math.abs(w);
}

/** Soft thresholding. */
function drawnToZero(gradients: number, l1: number): number {
  return gradients > l1 ? gradients - l1 : gradients < -l1 ? gradients + l1 : 0;
}
