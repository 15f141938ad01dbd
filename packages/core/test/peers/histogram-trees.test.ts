import { describe, expect, test } from "vitest";
import { encodeTable, leafOf } from "../../src/index.ts";
import { type FollowReport, followPeer } from "./follow-peer.ts";
import { type HistogramCase, type HistogramTable, histogramCases, learnerOf, tableOf } from "./histogram-cases.ts";
import { relative } from "./peer-cases.ts";

/** By case, after how many rounds a run of ours has parted the rows as the peer did in every one. */
const equalRounds = new Map<string, number>();

describe.each(histogramCases)("$peer, $name", (peerCase) => {
  let table: HistogramTable;
  let report: FollowReport;

  test("finds at every node what the peer found, from the peer's margins", async ({ annotate }) => {
    table = await tableOf(peerCase);
    report = await followPeer(peerCase, table);
    const { cuts, ties, passedOver, margins } = report;
    for (const { round, sentence } of ties) await annotate(`round ${round + 1}: ${sentence}`, "tie");
    for (const { round, sentence } of passedOver) await annotate(`round ${round + 1}: ${sentence}`, "passed over");
    expect(cuts).toBeGreaterThan(10 * peerCase.trees.length);
    expect(ties.length).toBeLessThanOrEqual(relative(peerCase, "ties") * cuts);
    peerCase.someMargins.forEach((margin, i) => {
      expect(margins[16 * i]).toBeCloseTo(margin, 5);
    });
  });

  test("parts the rows as the peer does by itself, tree after tree, up to the first tie", async () => {
    const ours = await leavesOfOurs(peerCase, table);
    const { leaves: theirs, ties, passedOver } = report;
    const firstNote = Math.min(...[...ties, ...passedOver].map(({ round }) => round), theirs.length);
    for (let round = 0; round < firstNote; round++) {
      expect(ours[round], `round ${round + 1}`).toEqual(numbered(theirs[round]));
    }
    equalRounds.set(`${peerCase.peer} ${peerCase.name}`, firstNote);
  });
});

test("so it does in 30 rounds and more of at least five cases", () => {
  const long = [...equalRounds.values()].filter((rounds) => rounds >= 30).length;
  expect(long).toBeGreaterThanOrEqual(5);
});

/** By tree, the leaf of each row, leaves numbered as they come. */
async function leavesOfOurs(peerCase: HistogramCase, { table, loss, run }: HistogramTable): Promise<number[][]> {
  const model = await learnerOf(peerCase, loss).fit(table, run);
  const rows = encodeTable(model, table);
  return model.ensemble.trees.map((tree) =>
    numbered(Array.from({ length: rows.rowCount }, (_, row) => leafOf(tree, rows, row))),
  );
}

function numbered(leaves: readonly number[]): number[] {
  const numbers = new Map<number, number>();
  return leaves.map((leaf) => {
    const number = numbers.get(leaf) ?? numbers.size;
    numbers.set(leaf, number);
    return number;
  });
}
