import type { Split } from "./split.ts";

/** Where the values of a feature go by a cut. */
export type TestOfCut = Pick<Split, "kind" | "threshold" | "categories" | "missingChild">;

/**
 * A cut between bins. Most cuts that are found are never made, and mostly nobody asks for the rows of the children: its test and
 * these rows are found out when they are read, for which the histogram of the node has to stand, and the tree of its rows.
 */
export class BinnedSplit implements Split {
  #test: TestOfCut | null = null;
  #childRows: readonly [number, number] | null = null;

  constructor(
    readonly feature: number,
    readonly gain: number,
    readonly childStats: Float64Array,
    private readonly findTest: () => TestOfCut,
    private readonly countRows: (split: BinnedSplit) => readonly [number, number],
  ) {}

  /** To be called before the histogram of the node is gone. */
  keepTest(): TestOfCut {
    this.#test ??= this.findTest();
    return this.#test;
  }

  get kind(): Split["kind"] {
    return this.keepTest().kind;
  }

  get threshold(): number {
    return this.keepTest().threshold;
  }

  get categories(): Uint32Array {
    return this.keepTest().categories;
  }

  get missingChild(): 0 | 1 {
    return this.keepTest().missingChild;
  }

  get childRows(): readonly [number, number] {
    this.#childRows ??= this.countRows(this);
    return this.#childRows;
  }
}
