import {
  type EncodedRows,
  encodeTable,
  isLeaf,
  type Model,
  NodeKind,
  type NodeTrace,
  routeRow,
  type Tree,
} from "@cambium/core";
import { describe, expect, test } from "vitest";
import { surrogatesOf } from "../../src/tree/surrogates.ts";
import { fitLikeRpart, type RpartFit } from "./fit-like-rpart.ts";
import { peerCases, relative } from "./peer-cases.ts";

/** A tree of rpart, as fixtures/README.md describes it. */
interface RpartCase extends RpartFit {
  readonly frame: {
    readonly left: readonly number[];
    readonly right: readonly number[];
    readonly rows: readonly number[];
    readonly deviance: readonly number[];
  };
  readonly splits: {
    readonly node: readonly number[];
    readonly role: readonly ("split" | "competitor" | "surrogate")[];
    readonly feature: readonly number[];
    readonly improve: readonly (number | null)[];
    readonly agree: readonly (number | null)[];
    readonly adjusted: readonly (number | null)[];
    readonly cut: readonly (number | null)[];
    readonly lowerGoesLeft: readonly (0 | 1 | null)[];
    readonly levelsLeft: readonly (readonly number[] | null)[];
  };
  readonly leafOfRow: readonly number[];
}

/** rpart alters the weights of classes for priors and losses in the growing of the tree, but not in surrogates; cart does both alike. */
const cases = peerCases<RpartCase>("rpart-tree").filter(
  ({ parameters: { usesurrogate, surrogatestyle, prior, loss } }) =>
    usesurrogate === 2 && surrogatestyle === 0 && prior === undefined && loss === undefined,
);

describe.each(cases)("$peer, $name", (peerCase) => {
  test("makes the same splits with the same surrogates, and sends every row the same way", async ({ annotate }) => {
    const comparison = new Comparison(peerCase, await growAlike(peerCase));
    comparison.compare(0, 0);
    for (const tie of comparison.ties) await annotate(tie, "tie");
    expect(comparison.differences).toEqual([]);
    expect(comparison.ties.length).toBeLessThanOrEqual(2);
    expect(comparison.splits).toBeGreaterThan(comparison.ties.length);
  });
});

interface Grown {
  readonly model: Model;
  readonly tree: Tree;
  /** By node, what its cut gains on the rows that have the feature. */
  readonly improve: Float64Array;
  readonly rows: EncodedRows;
  readonly rowsOf: readonly ReadonlySet<number>[];
  readonly weights: readonly number[] | undefined;
}

async function growAlike(peerCase: RpartCase): Promise<Grown> {
  const traces: NodeTrace[] = [];
  const { model, table, weights } = await fitLikeRpart(peerCase, { missing: "surrogate" }, (node) => traces.push(node));
  const [tree] = model.ensemble.trees;
  const improve = new Float64Array(tree.nodeCount);
  for (const { way, best, candidates } of traces) {
    const node = way.reduce((above, side) => tree.firstChild[above] + side, 0);
    improve[node] = candidates.find(({ feature }) => feature === best?.feature)?.gain ?? 0;
  }
  const rows = encodeTable(model, table);
  const rowsOf = Array.from({ length: tree.nodeCount }, () => new Set<number>());
  for (let row = 0; row < rows.rowCount; row++) {
    for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) rowsOf[node].add(row);
  }
  return { model, tree, improve, rows, rowsOf, weights };
}

class Comparison {
  readonly differences: string[] = [];
  /** Where two cuts gain the same, or two directions agree as well, and rpart's sums chose the other. */
  readonly ties: string[] = [];
  splits = 0;
  readonly #theirRows: Set<number>[];

  constructor(
    private readonly theirs: RpartCase,
    private readonly grown: Grown,
  ) {
    const { left, right } = theirs.frame;
    this.#theirRows = left.map(() => new Set<number>());
    theirs.leafOfRow.forEach((leaf, row) => {
      for (let node = leaf; node >= 0; node = left.findIndex((child, i) => child === node || right[i] === node)) {
        this.#theirRows[node].add(row);
      }
    });
  }

  /** rpart's tree is ours with some branches cut off: where it has a leaf, ours may go on. */
  compare(their: number, our: number): void {
    const { left, right } = this.theirs.frame;
    if (left[their] < 0) return;
    this.splits++;
    if (isLeaf(this.grown.tree, our)) {
      this.differences.push(`node ${their}: ours is a leaf`);
      return;
    }
    const first = this.grown.tree.firstChild[our];
    const isSwapped = this.#isSame(right[their], first);
    const [theirFirst, theirSecond] = isSwapped ? [right[their], left[their]] : [left[their], right[their]];
    if (this.#isOtherCut(their, our)) return;
    this.#compareSurrogates(their, our, isSwapped);
    if (!this.#isSame(theirFirst, first) || !this.#isSame(theirSecond, first + 1)) {
      this.differences.push(`node ${their}: the rows part in another way`);
      return;
    }
    this.compare(theirFirst, first);
    this.compare(theirSecond, first + 1);
  }

  #isSame(their: number, our: number): boolean {
    const [a, b] = [this.#theirRows[their], this.grown.rowsOf[our]];
    return a.size === b.size && [...a].every((row) => b.has(row));
  }

  /** Compares the splits; true where they are two cuts that gain the same, below which nothing can be compared. */
  #isOtherCut(their: number, our: number): boolean {
    const { splits, parameters, frame } = this.theirs;
    const at = splits.node.findIndex((node, i) => node === their && splits.role[i] === "split");
    const amount = this.grown.improve[our] * this.grown.tree.cover[0];
    const improve =
      parameters.method === "anova"
        ? amount / frame.deviance[their]
        : parameters.split === "information"
          ? amount * Math.LN2
          : amount;
    this.#expectClose(`node ${their}, improve`, splits.improve[at] as number, improve);
    if (splits.feature[at] !== this.grown.tree.feature[our]) {
      this.ties.push(`node ${their}: feature ${splits.feature[at]}, ours ${this.grown.tree.feature[our]}`);
      return true;
    }
    if (splits.cut[at] !== null)
      this.#expectClose(`node ${their}, cut`, splits.cut[at], this.grown.tree.threshold[our]);
    return false;
  }

  #compareSurrogates(their: number, our: number, isSwapped: boolean): void {
    const { splits, data } = this.theirs;
    const name = (feature: number) => data.features[feature];
    const full = (list: readonly unknown[]) => list.length === this.theirs.parameters.maxsurrogate;
    const theirAll = [...splits.node.keys()].filter((i) => splits.node[i] === their && splits.role[i] === "surrogate");
    const ourAll = surrogatesOf(this.grown.tree.surrogates, our);
    const listed = theirAll.filter((i) => this.#groupRows(our, splits.feature[i]).smallerSide >= 2);
    const ours = ourAll.filter(({ feature }) => this.#groupRows(our, feature).disagreeing >= 2);
    const length = full(theirAll) || full(ourAll) ? Math.min(listed.length, ours.length) : Infinity;
    const list = (features: readonly number[]) => features.slice(0, length).map(name).join(", ");
    const [theirNames, ourNames] = [list(listed.map((i) => splits.feature[i])), list(ours.map((s) => s.feature))];
    if (theirNames !== ourNames) {
      this.differences.push(`node ${their}: surrogates ${theirNames}; ours ${ourNames}`);
      return;
    }
    for (const [place, i] of listed.slice(0, length).entries()) {
      const surrogate = ours[place];
      const where = `node ${their}, surrogate ${name(surrogate.feature)}`;
      this.#expectClose(`${where}, agree`, splits.agree[i] as number, surrogate.agreement);
      this.#expectClose(`${where}, adjusted`, splits.adjusted[i] as number, surrogate.adjusted);
      if (splits.cut[i] !== null) {
        this.#expectClose(`${where}, cut`, splits.cut[i], surrogate.threshold);
        const lowFirst = (splits.lowerGoesLeft[i] === 1) !== isSwapped;
        if (lowFirst !== (surrogate.lowChild === 0)) this.differences.push(`${where}: the other direction`);
      } else {
        this.#compareLevels(where, surrogate.feature, surrogate.categories, i, isSwapped);
      }
    }
  }

  /**
   * A surrogate is to send two rows to either side. On categories, rpart counts the rows that agree with the split and those
   * that do not instead, so that it takes some that send one row to a side, and none that agrees in all rows but one.
   */
  #groupRows(our: number, feature: number): { smallerSide: number; disagreeing: number } {
    const { tree, rows, rowsOf, model, weights } = this.grown;
    if (model.features[feature].kind === "numeric") return { smallerSide: Infinity, disagreeing: Infinity };
    const groups = new Map<number, { rows: [number, number]; weight: [number, number] }>();
    const first = tree.firstChild[our];
    for (const row of rowsOf[our]) {
      const [value, code] = [rows.columns[tree.feature[our]][row], rows.columns[feature][row]];
      const isMissing = tree.kind[our] === NodeKind.Threshold ? Number.isNaN(value) : value < 0;
      const weight = weights?.[row] ?? 1;
      if (isMissing || code < 0 || weight === 0) continue;
      const group = groups.get(code) ?? { rows: [0, 0], weight: [0, 0] };
      groups.set(code, group);
      const side = rowsOf[first].has(row) ? 0 : 1;
      group.rows[side]++;
      group.weight[side] += weight;
    }
    const sent = [0, 0];
    let disagreeing = 0;
    for (const group of groups.values()) {
      const side = group.weight[0] > group.weight[1] ? 0 : 1;
      sent[side] += group.rows[0] + group.rows[1];
      disagreeing += group.rows[1 - side];
    }
    return { smallerSide: Math.min(...sent), disagreeing };
  }

  #compareLevels(where: string, feature: number, bits: Uint32Array, i: number, isSwapped: boolean): void {
    const { splits, data } = this.theirs;
    const schema = this.grown.model.features[feature];
    if (schema.kind !== "categorical") throw new TypeError("unreachable");
    const levels = data.levels[schema.name];
    const half = bits.length / 2;
    const has = (from: number, code: number) => ((bits[from + (code >>> 5)] >>> (code & 31)) & 1) === 1;
    const first = schema.categories.filter((_, code) => has(half, code) && has(0, code) !== isSwapped);
    const theirs = (splits.levelsLeft[i] ?? []).map((level) => levels[level]);
    if (first.sort().join() !== theirs.sort().join())
      this.ties.push(`${where}: left are ${theirs.join()}; ours ${first.join()}`);
  }

  #expectClose(where: string, their: number, our: number): void {
    if (Math.abs(their - our) <= relative(this.theirs, "number") * Math.max(Math.abs(their), 1e-300)) return;
    this.differences.push(`${where}: ${their}, ours ${our}`);
  }
}
