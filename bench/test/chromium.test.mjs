import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { findChromium } from "../../scripts/find-chromium.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { modelsVerdict } from "../harness/models-verdict.mjs";
import { preparePeers } from "../harness/peers.mjs";
import { raceSection } from "../harness/race-section.mjs";
import { sectionOf } from "../harness/results-page.mjs";
import { runCase } from "../harness/run-case.mjs";

const folder = mkdtempSync(join(tmpdir(), "cambium-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const PEERS = ["cambium", "cambium-chromium"];
const SAME = "Models of the same work are the same bytes, wherever and on however many threads.";
const benchCase = (await loadCases()).get("boosting-chromium-200k");

if (!findChromium()) console.log("bench: no Chromium found (CHROME_PATH), so nothing was measured in one");

describe.skipIf(!findChromium())("the case of Chromium, with few rows", () => {
  const small = (work) => {
    const cut = ({ data, ...rival }) => ({
      ...rival,
      data: { ...data, rows: 3_000, testRows: 500 },
      work: { ...rival.work, ...work },
    });
    return { ...benchCase, rounds: 1, rivals: benchCase.rivals.map(cut) };
  };
  const run = (cut) => runCase(cut, preparePeers(PEERS, folder), { folder, say: () => {} });

  test("has the time, the quality and the model of each, and of Chromium neither CPU time nor memory", async () => {
    const few = small({ trees: 5 });
    const { turns, ...rest } = await run(few);
    expect(turns.map(({ rival, problem }) => problem ?? rival)).toEqual(benchCase.rivals.map(({ name }) => name));
    for (const { rival, wallSeconds, auc, leaves, p99Milliseconds, cpuSeconds, peakBytes, modelHash } of turns) {
      expect(wallSeconds).toBeGreaterThan(0);
      expect(auc).toBeGreaterThan(0.6);
      expect(leaves).toBeGreaterThan(8);
      expect(p99Milliseconds).toBeGreaterThan(0);
      expect(modelHash).toMatch(/^[0-9a-f]{16}$/);
      if (rival.startsWith("Chromium")) expect([cpuSeconds, peakBytes]).toEqual([undefined, undefined]);
    }
    expect(sectionOf(few, { turns, ...rest })).toContain(SAME);
  });

  test("says why it fails there", async () => {
    const { turns } = await run(small({ maxDepth: -1 }));
    for (const { problem } of turns) expect(problem).toMatch(/maxDepth expects/);
  });
});

test("without a Chromium its peer is not there, and says so", () => {
  vi.stubEnv("CHROME_PATH", join(folder, "gone"));
  const { absent } = preparePeers(["cambium-chromium"], folder).get("cambium-chromium");
  expect(absent).toBe("there is no Chromium (CHROME_PATH names one)");
});

const turn = (rival, round, figures) => ({ rival, round, wallSeconds: 1, ...figures });

test("Chromium is compared with Node on as many threads, and what is not known of it stays empty", () => {
  const turns = (seconds) => [
    turn("Node, 2 threads", 1, { cpuSeconds: 2 }),
    turn("Chromium, 2 threads", 1, { wallSeconds: seconds }),
    turn("Node, 1 thread", 1, { wallSeconds: 0.5, cpuSeconds: 1 }),
    turn("Chromium, 1 thread", 1),
  ];
  const said = (seconds) => raceSection(benchCase, { turns: turns(seconds) });
  const aim = "Target of Chromium, 2 threads: ≤ 1.15 × Node, 2 threads.";
  expect(said(1.14)).toContain(`${aim} Measured: 1.140 ×, target met.`);
  expect(said(1.16)).toContain(`${aim} Measured: 1.160 ×, **target missed**.`);
  expect(said(1)).toContain("≤ 1.15 × Node, 1 thread. Measured: 2.000 ×, **target missed**.");
  expect(said(1.1)).toMatch(/^\| Node, 2 threads \| 1 \(1 – 1\) \| 2 \|$/m);
  expect(said(1.1)).toMatch(/^\| Chromium, 2 threads \(an isolated page\) \| 1\.1 \(1\.1 – 1\.1\) \| {2}\|$/m);
});

describe("models of the same work", () => {
  const verdict = (...turns) => modelsVerdict(benchCase, { turns });

  test("are told to be the same when they are in each round, whose seeds differ", () => {
    const turns = [1, 2].flatMap((round) =>
      benchCase.rivals.map(({ name }) => turn(name, round, { modelHash: `${round}` })),
    );
    expect(verdict(...turns)).toBe(SAME);
  });

  test("that differ are called so, with whose they are", () => {
    const [a, b] = [
      turn("Node, 1 thread", 2, { modelHash: "aa" }),
      turn("Chromium, 2 threads", 2, { modelHash: "bb" }),
    ];
    expect(verdict(turn("Node, 1 thread", 1, { modelHash: "cc" }), a, b)).toBe(
      "**Models of the same work differ**, in round 2 those of Node, 1 thread: aa; Chromium, 2 threads: bb.",
    );
  });

  test("are not compared with those of other work, nor where an older result has no hash", () => {
    const [node, chromium] = benchCase.rivals;
    const other = { ...chromium, work: { ...chromium.work, trees: 51 } };
    const turns = [turn(node.name, 1, { modelHash: "aa" }), turn(other.name, 1, { modelHash: "bb" })];
    expect(modelsVerdict({ rivals: [node, other] }, { turns })).toBeUndefined();
    expect(verdict(turn(node.name, 1), turn(chromium.name, 1))).toBeUndefined();
  });
});
