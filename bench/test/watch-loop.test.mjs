import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { sfc32 } from "../data/sfc32.mjs";
import { loadCases } from "../harness/load-cases.mjs";
import { raceSection } from "../harness/race-section.mjs";
import { undisturbedTime } from "../peers/undisturbed-time.mjs";
import { longestWait, watchLoop } from "../peers/watch-loop.mjs";

test("what 99 of 100 tasks wait at most is what tasks wait that come at random moments", () => {
  const next = sfc32(3);
  for (const longOnes of [0, 1, 5, 40]) {
    const stretches = Array.from({ length: 300 }, (_, at) => (at < longOnes ? 60 * next() : 8 * next()));
    const ends = [];
    for (const stretch of stretches) ends.push((ends.at(-1) ?? 0) + stretch);
    const waits = Array.from({ length: 100_000 }, (_, at) => {
      const moment = ((at + next()) / 100_000) * ends.at(-1);
      return ends.find((end) => end > moment) - moment;
    });
    const expected = waits.sort((a, b) => a - b)[99_000];
    expect(Math.abs(longestWait(stretches, 0.99) - expected)).toBeLessThan(0.03 * expected);
  }
});

test("one stretch keeps nearly all of itself waiting, and none keeps nobody", () => {
  expect(longestWait([100], 0.99)).toBeCloseTo(99, 10);
  expect(longestWait([], 0.99)).toBe(0);
});

const work = (milliseconds, clock = () => performance.now()) => {
  for (const until = clock() + milliseconds; clock() < until; );
};

test("the undisturbed time counts work and sleep, and never runs ahead of the clock on the wall", async () => {
  const clock = undisturbedTime();
  const [started, wall] = [clock(), performance.now()];
  work(40, clock);
  expect(clock() - started).toBeGreaterThanOrEqual(40);
  await setTimeout(60);
  const elapsed = clock() - started;
  // On a busy machine a thread that would wake has to wait, which does not count.
  expect(elapsed).toBeGreaterThanOrEqual(60);
  expect(elapsed).toBeLessThanOrEqual(performance.now() - wall + 1);
});

test("work in one go is seen as a wait, also at the end, and time in which the thread sleeps is not", async () => {
  const unwatch = watchLoop(() => performance.now());
  await setTimeout(100);
  work(150);
  await setTimeout(100);
  work(50);
  const [longest, second, ...others] = unwatch().toSorted((a, b) => b - a);
  expect(longest).toBeGreaterThanOrEqual(150);
  expect(second).toBeGreaterThanOrEqual(50);
  // Few enough that a busy machine, which delays some, does not make this fail.
  expect(others.length).toBeGreaterThan(10);
});

test("waits stand in the table where somebody measured them, and more than the target is called missed", async () => {
  const benchCase = (await loadCases()).get("boosting-exact-100k");
  const turn = (rival, figures) => ({ rival, wallSeconds: 1, cpuSeconds: 1, ...figures });
  const said = (figures) => raceSection(benchCase, { turns: [turn("Cambium", figures), turn("xgboost", {})] });
  const aim = "Target: 99 of 100 other tasks of its thread wait ≤ 20 ms.";
  expect(said({ p99Milliseconds: 19.96 })).toContain(`${aim} Measured: 20.0 ms, target met.`);
  expect(said({ p99Milliseconds: 21 })).toContain(`${aim} Measured: 21.0 ms, **target missed**.`);
  expect(said({ p99Milliseconds: 8.26 })).toMatch(/^\| who .*\| p99 of waits, ms \|\n.*\n\| Cambium .*\| 8\.3 \|$/m);
  expect(said({})).toContain(`${aim} Not known: it has no p99.`);
  expect(said({})).not.toContain("p99 of waits");
});
