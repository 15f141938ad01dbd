import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findChromium } from "../find-chromium.mjs";

const folder = mkdtempSync(join(tmpdir(), "cambium-"));
const chromium = join(folder, "chromium");
writeFileSync(chromium, "");
chmodSync(chromium, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

test("the folders of the PATH are searched in order", () => {
  expect(findChromium({ PATH: ["", join(folder, "none"), folder].join(delimiter) })).toBe(chromium);
});

test("CHROME_PATH is taken at its word, also when it is wrong", () => {
  expect(findChromium({ CHROME_PATH: chromium, PATH: "" })).toBe(chromium);
  expect(findChromium({ CHROME_PATH: join(folder, "none"), PATH: folder })).toBeNull();
});
