import type { RowRun } from "@cambium/kernels";
import type { Split } from "./split.ts";

/** Where the values of a feature go by a cut. */
export type TestOfCut = Pick<Split, "kind" | "threshold" | "categories" | "missingChild">;

/** What finds out about splits. */
export interface SplitSource<Node extends RowRun> {
  testOf(split: BinnedSplit<Node>): TestOfCut;
  rowsOf(split: BinnedSplit<Node>): readonly [number, number];
}

/**
 * A cut between bins. Most cuts that are found are never made, and mostly nobody asks for the rows of the children: its test and
 * these rows are found out when they are read, for which the histogram of the node has to stand, and the tree of its rows.
 */
export class BinnedSplit<Node extends RowRun = RowRun> implements Split {
  // Not `#`, so that a split that is made of this one may read them: see `withGain`.
  private test: TestOfCut | null = null;
  private rows: readonly [number, number] | null = null;

  constructor(
    private readonly source: SplitSource<Node>,
    readonly node: Node,
    readonly feature: number,
    readonly gain: number,
    /** The last bin on the left, as a scan tells it. */
    readonly bin: number,
    /** Whether missing values go left, where there are any. */
    readonly missingLeft: boolean,
    readonly childStats: Float64Array,
  ) {}

  /** To be called before the histogram of the node is gone. */
  keepTest(): TestOfCut {
    this.test ??= this.source.testOf(this);
    return this.test;
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
    this.rows ??= this.source.rowsOf(this);
    return this.rows;
  }
}
