import { type CartOptions, type CostMatrix, cart, isLeaf } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { predictedClass } from "../../src/model/predicted-class.ts";
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
    readonly cut: readonly number[];
    readonly lowerGoesLeft: readonly number[];
  };
}

/** Those on numeric columns alone: rpart orders levels by other rules. */
const cases = peerCases<RpartCase>("rpart-tree").filter(
  ({ parameters: { prior, loss }, data }) => (prior ?? loss) !== undefined && Object.keys(data.levels).length === 0,
);

describe.each(cases)("$peer, $name", (peerCase) => {
  test("cuts alike by altered priors, and decides by the costs", async () => {
    const { data, classes, frame, splits, parameters } = peerCase;
    const table = readDataset(data.set);
    const columns = data.features.map((name) => [name, Float64Array.from(table[name], Number)] as const);
    const model = await cart({
      ...classOptionsOf(peerCase),
      minRowsSplit: parameters.minsplit,
      minRowsLeaf: parameters.minbucket,
    }).fit(Object.fromEntries([...columns, ["the target", table[data.target]]]), { target: "the target" });
    const [tree] = model.ensemble.trees;
    const [close, tie] = [relative(peerCase, "number"), 1e-9];
    const open = [[0, 0]];
    for (const [their, our] of open) {
      expect(tree.rowCount[our]).toBe(frame.rows[their]);
      const shares = tree.value.subarray(our * classes.length, (our + 1) * classes.length);
      shares.forEach((share, k) => {
        expect(Math.abs(share - frame.probability[their][k])).toBeLessThan(close);
      });
      // Where two decisions cost the same, rounding lets rpart take either.
      const costs = expectedCosts(shares, model.cost);
      const ours = predictedClass(model.cost, shares, 0, classes.length);
      expect(Math.abs(costs[ours] - costs[frame.class[their]])).toBeLessThan(close);
      expect(costs[ours] - Math.min(...costs)).toBeLessThan(close);
      if (frame.left[their] === -1) continue;
      expect(isLeaf(tree, our)).toBe(false);
      const split = splits.node.findIndex((node, at) => node === their && splits.role[at] === "split");
      const improve = splits.improve[split] as number;
      expect(Math.abs(tree.gain[our] * tree.cover[0] - improve)).toBeLessThan(tie * improve);
      expect(tree.feature[our]).toBe(frame.feature[their]);
      expect(tree.threshold[our]).toBeCloseTo(splits.cut[split], 9);
      const [lower, upper] = splits.lowerGoesLeft[split] === 1 ? [frame.left, frame.right] : [frame.right, frame.left];
      open.push([lower[their], tree.firstChild[our]], [upper[their], tree.firstChild[our] + 1]);
    }
    expect(open.length).toBe(frame.rows.length);
  });
});

test("there are cases of both kinds", () => {
  expect(cases.some(({ parameters }) => parameters.prior) && cases.some(({ parameters }) => parameters.loss)).toBe(
    true,
  );
});

function expectedCosts(shares: Float64Array, cost: CostMatrix | null): number[] {
  return Array.from(shares, (_, decision) =>
    shares.reduce((sum, share, k) => sum + share * (cost?.[k][decision] ?? (k === decision ? 0 : 1)), 0),
  );
}

function classOptionsOf({ classes, parameters: { prior, loss } }: RpartCase): CartOptions {
  const byClass = <T>(values: readonly T[]) => new Map(classes.map((label, k) => [label, values[k]]));
  return { ...(prior && { priors: byClass(prior) }), ...(loss && { cost: byClass(loss.map((row) => byClass(row))) }) };
}
