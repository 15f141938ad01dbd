import { expect, test } from "vitest";
import { ProgressLine } from "../../src/demo/progress-line.ts";

/** What is written while 200 rounds pass. */
function written(terminal: { isTTY?: boolean; columns?: number }): string[] {
  const texts: string[] = [];
  const progress = new ProgressLine({ ...terminal, write: (text: string) => texts.push(text) });
  for (let round = 1; round <= 200; round++) progress.show(round, 200, `round ${round} of 200, mean loss ${1 / round}`);
  progress.end();
  return texts;
}

test("a pipe gets a line per tenth", () => {
  const lines = written({});
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("  round 20 of 200, mean loss 0.05\n");
  expect(lines[9]).toBe("  round 200 of 200, mean loss 0.005\n");
});

test("a terminal gets one line, drawn over at every round and never wider than the screen", () => {
  const texts = written({ isTTY: true, columns: 40 });
  expect(texts).toHaveLength(201);
  expect(texts.slice(0, -1).every((text) => text.startsWith("\r") && !text.includes("\n"))).toBe(true);
  expect(texts[99]).toBe("\r  ██████████░░░░░░░░░░ round 100 of 200\u001b[K");
  expect(texts.at(-1)).toBe("\n");
});

test("a terminal that does not know its width is taken for one of 80 columns", () => {
  expect(written({ isTTY: true, columns: 0 })[99]).toBe(
    "\r  ██████████░░░░░░░░░░ round 100 of 200, mean loss 0.01\u001b[K",
  );
});
