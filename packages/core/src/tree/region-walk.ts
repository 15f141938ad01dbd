import type { FeatureSchema } from "../dataset/column.ts";
import { branchesOf, type Condition, conditionOf, type Known } from "./condition.ts";
import { isLeaf, type Tree } from "./tree.ts";

/** An inner node on the path, and how far the walk has come there. */
interface Fork {
  readonly feature: number;
  readonly firstChild: number;
  /** What is known of its feature before it, and at each of its children. */
  readonly before: Known | undefined;
  readonly branches: readonly Known[];
  side: number;
}

/**
 * Goes to every leaf of a tree, and knows what the path there asks: one condition a feature, in the order of the path. It keeps one path
 * at a time and takes steps back, so that a tree as deep as it has nodes costs no more than any other.
 */
export class RegionWalk {
  readonly #known = new Map<number, Known>();
  #names = 0;

  constructor(
    private readonly features: readonly FeatureSchema[],
    private readonly tree: Tree,
  ) {}

  /** How many conditions lead here, and how many names of categories they have. */
  get size(): number {
    return this.#known.size + this.#names;
  }

  get conditionCount(): number {
    return this.#known.size;
  }

  /** Every leaf, from left to right; the walk is at the leaf while its number is looked at. */
  *leaves(): Generator<number, void, undefined> {
    const path: Fork[] = [];
    for (let node: number | null = 0; node !== null; ) {
      if (isLeaf(this.tree, node)) yield node;
      else path.push(this.#forkAt(node));
      node = this.#nextOf(path);
    }
  }

  /** What leads here. */
  conditions(): Condition[] {
    return Array.from(this.#known, ([feature, known]) => conditionOf(this.features[feature], known));
  }

  /** The next child of the lowest node that has one left; null at the end. */
  #nextOf(path: Fork[]): number | null {
    for (let fork = path.at(-1); fork !== undefined; fork = path.at(-1)) {
      if (fork.side < fork.branches.length) {
        this.#set(fork.feature, fork.branches[fork.side]);
        return fork.firstChild + fork.side++;
      }
      this.#set(fork.feature, fork.before);
      path.pop();
    }
    return null;
  }

  #set(feature: number, known: Known | undefined): void {
    this.#names += (known?.codes?.length ?? 0) - (this.#known.get(feature)?.codes?.length ?? 0);
    if (known === undefined) this.#known.delete(feature);
    else this.#known.set(feature, known);
  }

  #forkAt(node: number): Fork {
    const { tree } = this;
    const feature = tree.feature[node];
    const before = this.#known.get(feature);
    const branches = branchesOf(this.features, tree, node, before);
    return { feature, firstChild: tree.firstChild[node], before, branches, side: 0 };
  }
}
