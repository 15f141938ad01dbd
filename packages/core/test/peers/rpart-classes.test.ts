import {
  type CartOptions,
  type CostMatrix,
  cart,
  encodeTable,
  isLeaf,
  type Model,
  predictedClass,
  routeRow,
  type TableInput,
} from "@cambium/core";
import { describe, expect, test } from "vitest";
import { type DataCase, peerCases, relative } from "./peer-cases.ts";
import { readDataset } from "./read-dataset.ts";

interface RpartCase extends DataCase {
  readonly parameters: {
    readonly minsplit: number;
    readonly minbucket: number;
    readonly split?: string;
    readonly prior?: readonly number[];
    readonly loss?: readonly (readonly number[])[];
  };
  readonly data: DataCase["data"] & { readonly levels: Readonly<Record<string, unknown>> };
  readonly classes: readonly string[];
  readonly frame: {
    readonly left: readonly number[];
    readonly right: readonly number[];
    readonly feature: readonly number[];
    readonly rows: readonly number[];
    readonly class: readonly number[];
    readonly probability: readonly (readonly number[])[];
  };
  readonly splits: {
    readonly node: readonly number[];
    readonly role: readonly string[];
    readonly improve: readonly (number | null)[];
    readonly cut: readonly (number | null)[];
    readonly lowerGoesLeft: readonly (number | null)[];
  };
  readonly leafOfRow: readonly number[];
}

const cases = peerCases<RpartCase>("rpart-tree").filter(
  ({ parameters: { prior, loss } }) => (prior ?? loss) !== undefined,
);

describe.each(cases)("$peer, $name", (peerCase) => {
  test("cuts alike by altered priors, and decides by the costs", async ({ annotate }) => {
    const { frame, splits } = peerCase;
    const { model, ourRows } = await growAlike(peerCase);
    const [tree] = model.ensemble.trees;
    const theirRows = theirRowsOfNodes(peerCase);
    const tie = 1e-9;
    const open = [[0, 0]];
    let belowTies = 0;
    for (const [their, our] of open) {
      expect(ourRows[our]).toEqual(theirRows[their]);
      expectSameDecision(peerCase, model, their, our);
      if (frame.left[their] === -1) continue;
      expect(isLeaf(tree, our)).toBe(false);
      const split = splits.node.findIndex((node, at) => node === their && splits.role[at] === "split");
      const improve = splits.improve[split] as number;
      expect(Math.abs(tree.gain[our] * tree.cover[0] - improve)).toBeLessThan(tie * improve);
      if (tree.feature[our] !== frame.feature[their]) {
        // Both gain the same, and rpart's sums let the later feature win: below, nothing can be compared.
        expect(tree.feature[our]).toBeLessThan(frame.feature[their]);
        belowTies += nodesBelow(frame, their);
        await annotate(`node ${their}: feature ${frame.feature[their]}, ours ${tree.feature[our]}`, "tie");
        continue;
      }
      // Which side of a split on categories comes first, the two decide by rules of their own.
      const [first, second] = [tree.firstChild[our], tree.firstChild[our] + 1];
      const leftIsFirst = theirRows[frame.left[their]][0] === ourRows[first][0];
      expectSameCut(peerCase, split, tree.threshold[our], leftIsFirst);
      open.push([frame.left[their], leftIsFirst ? first : second], [frame.right[their], leftIsFirst ? second : first]);
    }
    expect(open.length + belowTies).toBe(frame.rows.length);
    expect(belowTies).toBeLessThanOrEqual(0.3 * frame.rows.length);
  });
});

test("there are cases of both kinds, also of more than two classes, and on categories", () => {
  const has = (kind: (peerCase: RpartCase) => unknown) => cases.some(kind);
  expect(has(({ parameters, classes }) => parameters.prior && classes.length > 2)).toBe(true);
  expect(has(({ parameters, data }) => parameters.loss && Object.keys(data.levels).length > 0)).toBe(true);
});

function nodesBelow(frame: RpartCase["frame"], node: number): number {
  const children = frame.left[node] === -1 ? [] : [frame.left[node], frame.right[node]];
  return children.reduce((sum, child) => sum + 1 + nodesBelow(frame, child), 0);
}

async function growAlike(peerCase: RpartCase): Promise<{ model: Model; ourRows: number[][] }> {
  const { data, parameters } = peerCase;
  const table = readDataset(data.set);
  const columnOf = (name: string) =>
    Object.hasOwn(data.levels, name) ? table[name] : Float64Array.from(table[name], Number);
  const columns = Object.fromEntries(data.features.map((name) => [name, columnOf(name)]));
  const model = await cart({
    ...classOptionsOf(peerCase),
    minRowsSplit: parameters.minsplit,
    minRowsLeaf: parameters.minbucket,
  }).fit({ ...columns, "the target": table[data.target] }, { target: "the target" });
  return { model, ourRows: rowsOfNodes(model, columns) };
}

function expectSameCut({ splits }: RpartCase, split: number, threshold: number, leftIsFirst: boolean): void {
  const cut = splits.cut[split];
  if (cut === null) return;
  expect(threshold).toBeCloseTo(cut, 9);
  expect(leftIsFirst).toBe(splits.lowerGoesLeft[split] === 1);
}

/** The shares of the classes, and the class that is decided for. */
function expectSameDecision(peerCase: RpartCase, model: Model, their: number, our: number): void {
  const { classes, frame } = peerCase;
  const close = relative(peerCase, "number");
  const shares = model.ensemble.trees[0].value.subarray(our * classes.length, (our + 1) * classes.length);
  shares.forEach((share, k) => {
    expect(Math.abs(share - frame.probability[their][k])).toBeLessThan(close);
  });
  // Where two decisions cost the same, rounding lets rpart take either.
  const costs = expectedCosts(shares, model.cost);
  const ours = predictedClass(model.cost, shares, 0, classes.length);
  expect(Math.abs(costs[ours] - costs[frame.class[their]])).toBeLessThan(close);
  expect(costs[ours] - Math.min(...costs)).toBeLessThan(close);
}

function rowsOfNodes(model: Model, table: TableInput): number[][] {
  const [tree] = model.ensemble.trees;
  const rows = encodeTable(model, table);
  const rowsOf = Array.from({ length: tree.nodeCount }, (): number[] => []);
  for (let row = 0; row < rows.rowCount; row++) {
    for (let node = 0; node >= 0; node = routeRow(tree, rows, row, node)) rowsOf[node].push(row);
  }
  return rowsOf;
}

function theirRowsOfNodes({ frame: { left, right }, leafOfRow }: RpartCase): number[][] {
  const parents = new Int32Array(left.length).fill(-1);
  left.forEach((child, node) => {
    if (child < 0) return;
    parents[child] = node;
    parents[right[node]] = node;
  });
  const rowsOf = left.map((): number[] => []);
  leafOfRow.forEach((leaf, row) => {
    for (let node = leaf; node >= 0; node = parents[node]) rowsOf[node].push(row);
  });
  return rowsOf;
}

function expectedCosts(shares: Float64Array, cost: CostMatrix | null): number[] {
  return Array.from(shares, (_, decision) =>
    shares.reduce((sum, share, k) => sum + share * (cost?.[k][decision] ?? (k === decision ? 0 : 1)), 0),
  );
}

function classOptionsOf({ classes, parameters: { prior, loss } }: RpartCase): CartOptions {
  const byClass = <T>(values: readonly T[]) => new Map(classes.map((label, k) => [label, values[k]]));
  return { ...(prior && { priors: byClass(prior) }), ...(loss && { cost: byClass(loss.map((row) => byClass(row))) }) };
}
