/** The compiled loops. Places are offsets in bytes. */
export interface Loops {
  /** Does a share of the work on the tree at a byte offset, and returns one of `TreeOutcome`. */
  growTree(job: number, budget: number): number;
  /** Adds to the scores of a block of rows the leaves of trees, as `layouts/walk.mjs` describes both. */
  walkTrees(
    wide: number,
    trees: number,
    count: number,
    block: number,
    rows: number,
    width: number,
    scores: number,
    places: number,
  ): void;
  orderNumbers(wide: number, from: number, to: number, count: number, last: number): void;
  /** Writes the ranks of numbers among thresholds, as `layouts/ranks.mjs` describes both; 1 where one is missing. */
  rankNumbers(
    wide: number,
    list: number,
    parts: number,
    count: number,
    keys: number,
    starts: number,
    column: number,
    row: number,
    rowBytes: number,
  ): number;
  /** Turns scores into probabilities, in place. */
  linkLogistic(scores: number, count: number): void;
  lowerRanks(from: number, to: number, count: number): void;
  /** Adds to the scores of a block of rows the leaves of trees, by ranks. */
  walkRanks(
    trees: number,
    count: number,
    missing: number,
    columns: number,
    ranks: number,
    rowBytes: number,
    rows: number,
    width: number,
    exits: number,
    scores: number,
    places: number,
  ): void;
  /** Takes a task of the board at a byte offset and runs it on a thread; 0 where there is none. */
  takeTask(board: number, thread: number): number;
  /** Works on a tree of a `LeafRoom`, together with whoever else does. */
  growLeaves(job: number, blocks: number, thread: number): void;
  /** Of two features whose splits of the node at `path` gain alike, whether the first one's is taken; 0 where it is not. */
  winsTieOf(key: number, path: number, feature: number, rival: number): number;
  /** Looks up to `looks` times whether so many tasks of the board are done. */
  areDone(board: number, count: number, looks: number): number;
}
