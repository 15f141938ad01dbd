import { describe, expect, test } from "vitest";
import { boosting, encodeTable, leafOf } from "../../src/index.ts";
import { followSymmetric, type SymmetricCase } from "./follow-symmetric.ts";
import { tableOf } from "./histogram-cases.ts";
import { peerCases, relative } from "./peer-cases.ts";

/** By case, after how many rounds a run of ours has parted the rows as the peer did in every one. */
const equalRounds: number[] = [];

describe.each(peerCases<SymmetricCase>("symmetric-trees"))("$peer, $name", (peerCase) => {
  test("finds at every level what the peer found, from its margins, and by itself the same trees up to the first tie", async ({
    annotate,
  }) => {
    const training = await tableOf(peerCase);
    const { cuts, ties, leaves, margins } = await followSymmetric(peerCase, training);
    for (const { sentence } of ties) await annotate(sentence, "tie");
    expect(cuts).toBe(peerCase.trees.length * Number(peerCase.options.maxDepth));
    expect(ties.length).toBeLessThanOrEqual(relative(peerCase, "ties") * cuts);
    peerCase.someMargins.forEach((margin, i) => {
      expect(margins[16 * i]).toBeCloseTo(margin, 5);
    });
    // CatBoost's cuts see weights where ours see hessians, and losses in single nodes, which there are only with l2.
    if (peerCase.options.loss === "logistic" || peerCase.options.l2 !== 0) return;
    const { table, run, loss } = training;
    const { options, base, trees } = peerCase;
    const ours = await boosting({
      ...{ ...options, loss, rounds: trees.length, baseScore: base },
      ...{ growth: "symmetric", splitter: "histogram", gradientBits: "wide" },
    }).fit(table, run);
    const rows = encodeTable(ours, table);
    const firstTie = Math.min(...ties.map(({ round }) => round), trees.length);
    for (const [round, tree] of ours.ensemble.trees.slice(0, firstTie).entries()) {
      const leaf = Array.from({ length: rows.rowCount }, (_, row) => leafOf(tree, rows, row));
      expect(numbered(leaf), `round ${round + 1}`).toEqual(numbered(leaves[round]));
    }
    equalRounds.push(firstTie);
  });
});

test("so it does in 30 rounds and more of at least three cases", () => {
  expect(equalRounds.filter((rounds) => rounds >= 30).length).toBeGreaterThanOrEqual(3);
});

/** Leaves, numbered as they come. */
function numbered(leaves: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return leaves.map((leaf) => {
    const number = numbers.get(leaf) ?? numbers.size;
    numbers.set(leaf, number);
    return number;
  });
}
