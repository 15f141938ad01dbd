/**
 * The rows on one side of a cut while it moves: how much less they are off their own median than off the node's.
 *
 * A Fenwick tree over the node's distinct targets, as differences d from the node's median, holds the weights and the sums
 * of w·d, both exact on their grids. With the own median at h < 0, what the side gains is
 * -h·(2·W[d <= h] - W) - 2·Σ[h < d < 0] w·d, and likewise above 0: no term is negative, none cancels, and it is exactly 0
 * where the node's median is one of the side's.
 */
export class SideOfMedians {
  readonly #weights: Float64Array;
  readonly #sums: Float64Array;
  readonly #top: number;
  #weight = 0;

  /** `differences` ascend, and the one at `zero` is 0. */
  constructor(
    readonly differences: Float64Array,
    private readonly zero: number,
  ) {
    this.#weights = new Float64Array(differences.length + 1);
    this.#sums = new Float64Array(differences.length + 1);
    this.#top = 1 << (31 - Math.clz32(differences.length));
  }

  clear(): void {
    this.#weights.fill(0);
    this.#sums.fill(0);
    this.#weight = 0;
  }

  add(rank: number, weight: number, sum: number): void {
    this.#weight += weight;
    for (let at = rank + 1; at < this.#weights.length; at += at & -at) {
      this.#weights[at] += weight;
      this.#sums[at] += sum;
    }
  }

  gain(): number {
    const all = this.#weight;
    if (!(all > 0)) return 0;
    const upper = this.#rankAt(all, true);
    if (upper < this.zero) {
      const between = prefix(this.#sums, this.zero) - prefix(this.#sums, upper + 1);
      return -this.differences[upper] * (2 * prefix(this.#weights, upper + 1) - all) - 2 * between;
    }
    const lower = this.#rankAt(all, false);
    if (lower <= this.zero) return 0;
    const between = prefix(this.#sums, lower) - prefix(this.#sums, this.zero + 1);
    return this.differences[lower] * (all - 2 * prefix(this.#weights, lower)) + 2 * between;
  }

  /** The first rank up to which there is half of the weight, or more than half. */
  #rankAt(all: number, isMore: boolean): number {
    let at = 0;
    let below = 0;
    for (let step = this.#top; step > 0; step >>= 1) {
      const next = at + step;
      if (next >= this.#weights.length) continue;
      const up = below + this.#weights[next];
      if (isMore ? 2 * up > all : 2 * up >= all) continue;
      at = next;
      below = up;
    }
    return at;
  }
}

/** The sum of the first `count` entries. */
function prefix(tree: Float64Array, count: number): number {
  let sum = 0;
  for (let at = count; at > 0; at -= at & -at) sum += tree[at];
  return sum;
}
