import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { allPeerCases, peerKinds } from "./peer-cases.ts";

const datasets = new URL("../../../../fixtures/datasets/", import.meta.url);

describe("the data sets", () => {
  const files = readdirSync(datasets).filter((file) => file.endsWith(".csv"));
  const listed = readFileSync(new URL("README.md", datasets), "utf8")
    .split("\n")
    .filter((line) => /^\| [a-z]/.test(line) && !line.startsWith("| name "))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

  test("are the ones that their table lists", () => {
    expect(listed.map(([name]) => `${name}.csv`).sort()).toEqual(files.sort());
  });

  test.each(listed)("%s has the rows, the target, the licence and the bytes of its line", (name, ...cells) => {
    const [rows, target, _origin, _citation, licence, digest] = cells;
    const bytes = readFileSync(new URL(`${name}.csv`, datasets));
    const lines = bytes.toString("utf8").trimEnd().split("\n");
    expect(lines.length - 1).toBe(Number(rows));
    expect(lines[0].split(",")).toContain(target);
    expect(licence).toMatch(/^(facts$|\[(CC0 1\.0|CC BY 4\.0)\]\(https:\/\/creativecommons\.org\/)/);
    expect(`\`${createHash("sha256").update(bytes).digest("hex")}\``).toBe(digest);
  });
});

describe("the cases of peers", () => {
  test.each(allPeerCases())("$peer, $name is of a known kind, and says why it tolerates what", (peerCase) => {
    expect(peerKinds).toContain(peerCase.kind);
    const reasons = Object.values(peerCase.tolerances).map(({ because }) => because);
    expect(reasons.length).toBeGreaterThan(0);
    for (const because of reasons) expect(because).toMatch(/^[a-zA-Z].*\.$/);
  });
});
