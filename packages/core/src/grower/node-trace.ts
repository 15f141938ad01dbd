import { copyOfSplit, type Split, withGain } from "../splitter/split.ts";
import type { SearchNode } from "../splitter/splitter.ts";

/** What was weighed at one node while its tree grew, before any pruning. */
export interface NodeTrace {
  /** The children on the way to the node, 0 the first and 1 the second; empty for the root. */
  readonly way: readonly number[];
  readonly rowCount: number;
  /** The best cut on each feature that has one, in the order of the features; gains are those of the tree, with surrogates of the rows that have the feature. */
  readonly candidates: readonly Split[];
  /** Features that were searched and on which no cut gains within the limits: constant ones too. */
  readonly without: readonly number[];
  /** The cut that was found best; null where there is none, or no search. */
  readonly best: Split | null;
  /** The rule that made the node a leaf, before the search or by the best cut; null where none did. */
  readonly refusedBy: string | null;
}

/** Collects what a search tells of the nodes of one wave, for those who watch. */
export class TraceOfWave {
  readonly #found: { candidates: Split[]; without: number[] }[];

  constructor(
    private readonly nodes: readonly SearchNode[],
    private readonly gainUnit: number,
  ) {
    this.#found = nodes.map(() => ({ candidates: [], without: [] }));
  }

  readonly onCandidate = (position: number, feature: number, split: Split | null): void => {
    const { candidates, without } = this.#found[position];
    if (split === null) without.push(feature);
    else candidates.push(copyOfSplit(withGain(split, split.gain / this.gainUnit)));
  };

  of(position: number, way: readonly number[], best: Split | null, refusedBy: string | null): NodeTrace {
    const { start, end } = this.nodes[position];
    return { way, rowCount: end - start, ...this.#found[position], best: best && copyOfSplit(best), refusedBy };
  }
}
