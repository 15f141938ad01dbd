import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { findChromium } from "./scripts/find-chromium.mjs";

const BROWSER_TESTS = "test/browser/**/*.test.ts";

/** Absolute, because Vitest takes a relative root from where it was started, and a package starts it in its own folder. */
const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One project per folder under `parent`, named like the folder, so that `--project core` runs one package. */
function projectsIn(parent: string) {
  return readdirSync(folderOf(parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      extends: true as const,
      test: { name, root: folderOf(`${parent}/${name}`), include: ["test/**/*.test.ts"], exclude: [BROWSER_TESTS] },
    }));
}

export default defineConfig({
  // Packages meet as sources, so no test waits for a build. Vite resolves for the browser and for Node separately.
  resolve: { conditions: ["@cambium/source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["@cambium/source", ...defaultServerConditions] } },
  test: {
    // For machines that do much else; a test that hangs still ends.
    testTimeout: 60_000,
    // A thread begins sooner than a process.
    pool: "threads",
    setupFiles: ["seed-properties", "compare-bytes", "silence-warnings"].map((name) =>
      folderOf(`tools/vitest/${name}.ts`),
    ),
    projects: [
      ...projectsIn("packages"),
      ...projectsIn("apps"),
      { extends: true, test: { name: "scripts", root: folderOf("scripts"), include: ["test/**/*.test.mjs"] } },
      { extends: true, test: { name: "bench", root: folderOf("bench"), include: ["test/**/*.test.mjs"] } },
      { extends: true, test: { name: "docs", root: folderOf("docs"), include: ["test/**/*.test.ts"] } },
      // Apart from the rest, so that `check` can run these only where a Chromium is found, which they launch by CHROME_PATH.
      {
        extends: true,
        test: {
          name: "browser",
          root: folderOf("."),
          include: [`packages/*/${BROWSER_TESTS}`, `apps/*/${BROWSER_TESTS}`],
          env: { CHROME_PATH: findChromium() ?? "" },
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
