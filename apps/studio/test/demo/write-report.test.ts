import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { boosting, evaluate, squaredError } from "cambium";
import { parseCsv } from "cambium/io";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReportSubject, reportPage } from "../../src/demo/report-page.ts";
import { writeReport } from "../../src/demo/write-report.ts";
import { learnTree } from "../../src/learning/learn-tree.ts";

const studio = fileURLToPath(new URL("../..", import.meta.url));
const HOSTILE = "</script><img src=x onerror=alert(1)>";

let room: string;
let subject: ReportSubject;

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), "cambium-report-"));
  const rows = Array.from({ length: 80 }, (_, i) => `${i},${i < 40 ? HOSTILE : "other"},${i % 7}`);
  const table = parseCsv([`${HOSTILE},kind,${HOSTILE} 2`, ...rows].join("\n"));
  const tree = await learnTree(table, { target: "kind", task: "auto", maxDepth: 3, minRowsLeaf: 1, pruning: "min" });
  const target = `${HOSTILE} 2`;
  const model = await boosting({ loss: squaredError(), rounds: 2, maxDepth: 1 }).fit(table, { target });
  subject = { tree, boosted: { model, scores: evaluate(model, table), notes: model.report } };
});
afterAll(() => rmSync(room, { recursive: true }));

test("names from the data stand in the report as text only, and its policy lets nothing else run", () => {
  const page = reportPage(subject, { style: "p { color: red }", scripts: ["var a = 1;", "var b = 2;"] });
  expect(page).not.toContain("<img");
  expect(page).toContain("&#60;/script&#62;&#60;img src=x onerror=alert(1)&#62;");
  expect(page).toContain("\\u003c/script\\u003e\\u003cimg src=x onerror=alert(1)\\u003e");
  expect(page).toMatch(
    /content="default-src &#39;none&#39;; script-src( &#39;sha256-[\w+/=]{44}&#39;){3}; style-src &#39;/,
  );
  expect(page).not.toMatch(/unsafe-| src="| href="/);
});

test("a folder that can not be written to is told in one line", () => {
  const file = join(room, "file");
  writeFileSync(file, "");
  const path = join(file, "report.html");
  const message =
    /^cambium: cannot write .*report\.html \((EEXIST|ENOTDIR)\); make its folder writable, and run this again$/;
  expect(() => writeReport(path, subject, studio)).toThrow(message);
});
