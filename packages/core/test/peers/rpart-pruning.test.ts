import { costComplexity, NodeKind, type PruningStep } from "@cambium/core";
import { describe, expect, it, test } from "vitest";
import { fitLikeRpart, type RpartFit } from "./fit-like-rpart.ts";
import { peerCases, relative } from "./peer-cases.ts";

/** The table that rpart's printcp prints, without its cross-validation. */
interface RpartCase extends RpartFit {
  readonly path: {
    readonly alpha: readonly number[];
    readonly splits: readonly number[];
    readonly error: readonly number[];
  };
}

/** With losses, rpart orders levels by other rules, and so grows another tree. */
const cases = peerCases<RpartCase>("rpart-tree").filter(
  ({ parameters: { usesurrogate, surrogatestyle, loss }, data }) =>
    usesurrogate === 2 && surrogatestyle === 0 && (loss === undefined || Object.keys(data.levels).length === 0),
);

const caseNamed = (name: string) => cases.find((each) => each.name === `rpart-${name}`) as RpartCase;

async function tableOf(peerCase: RpartCase) {
  const prune = costComplexity({ alpha: 0, measure: "error" });
  const { model } = await fitLikeRpart(peerCase, { missing: "surrogate", prune });
  return cpTable(model.pruningPath, peerCase.parameters.cp);
}

describe.each(cases)("$peer, $name", (peerCase) => {
  test("has the same table of complexities", async () => {
    const { path } = peerCase;
    const table = await tableOf(peerCase);
    expect(table.map(({ splits }) => splits)).toEqual(path.splits);
    const close = relative(peerCase, "number");
    for (const [k, { alpha, error }] of table.entries()) {
      expect(Math.abs(error - path.error[k])).toBeLessThan(close);
      expect(Math.abs(alpha - alphaOf(path, k))).toBeLessThan(close);
    }
  });
});

describe("rpart's own examples, to the digits that it prints", () => {
  it.each([
    ["kyphosis-default", "0.17647059 0 1.0000000 | 0.01960784 1 0.8235294 | 0.01000000 4 0.7647059"],
    [
      "car-test-frame-weight-only",
      "0.59534912 0 1.0000000 | 0.13452819 1 0.4046509 | 0.01282843 2 0.2701227 | 0.01000000 3 0.2572943",
    ],
  ])("%s", async (name, printed) => {
    const table = await tableOf(caseNamed(name));
    const rows = table.map(({ alpha, splits, error }) => `${alpha.toFixed(8)} ${splits} ${error.toFixed(7)}`);
    expect(rows.join(" | ")).toBe(printed);
  });

  it("cuts cars by their weight, with the means of their mileage", async () => {
    const [, , , { alpha }] = [...(await tableOf(caseNamed("car-test-frame-weight-only")))];
    const { model: full } = await fitLikeRpart(caseNamed("car-test-frame-weight-only"), {});
    const [root] = full.ensemble.trees;
    const prune = costComplexity({ alpha: alpha * root.rootImpurity });
    const { model } = await fitLikeRpart(caseNamed("car-test-frame-weight-only"), { prune });
    const [tree] = model.ensemble.trees;
    const isLeaf = (node: number) => tree.kind[node] === NodeKind.Leaf;
    const sorted = (values: Float64Array, keep: (node: number) => boolean) =>
      [...values].filter((_, node) => keep(node)).sort((a, b) => a - b);
    expect(tree.rootImpurity.toFixed(5)).toBe("22.57639");
    expect(sorted(tree.threshold, (node) => !isLeaf(node))).toEqual([2567.5, 2747.5, 3087.5]);
    expect(sorted(tree.value, isLeaf).map((mean) => mean.toFixed(5))).toEqual([
      "20.40909",
      "23.80000",
      "25.62500",
      "30.93333",
    ]);
  });
});

/** rpart's scale: α and errors as shares of the root's risk. It grows no further than its cp. */
function cpTable(path: readonly PruningStep[], cp: number) {
  const risk = ({ impurity, trainingError }: PruningStep) => trainingError ?? impurity;
  const root = risk(path[path.length - 1]);
  const rows = path.map((step) => ({ alpha: step.alpha / root, splits: step.leaves - 1, error: risk(step) / root }));
  const grown = rows.filter(({ alpha }) => alpha <= cp).slice(-1);
  return [...rows.filter(({ alpha }) => alpha > cp).reverse(), ...grown.map((row) => ({ ...row, alpha: cp }))];
}

/**
 * What a row of the table gives up for each split, against the next: by definition its α. In seven of these tables rpart
 * prints less, and between the two figures the larger tree is the cheaper one by the table's own errors.
 */
function alphaOf({ alpha, error, splits }: RpartCase["path"], k: number): number {
  if (k === splits.length - 1) return alpha[k];
  const slope = (error[k] - error[k + 1]) / (splits[k + 1] - splits[k]);
  expect(alpha[k]).toBeLessThan(slope + 1e-9);
  return slope;
}
