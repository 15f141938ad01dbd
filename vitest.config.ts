import { existsSync, readdirSync } from "node:fs";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";
import { findChromium } from "./scripts/find-chromium.mjs";

const BROWSER_TESTS = "test/browser/**/*.test.ts";

/** One project per folder under `parent`, named like the folder, so that `--project core` runs one package. */
function projectsIn(parent: string) {
  const folder = new URL(parent, import.meta.url);
  return (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      extends: true as const,
      test: { name, root: `./${parent}/${name}`, include: ["test/**/*.test.ts"], exclude: [BROWSER_TESTS] },
    }));
}

export default defineConfig({
  // Packages meet as sources, so no test waits for a build. Vite resolves for the browser and for Node separately.
  resolve: { conditions: ["@cambium/source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["@cambium/source", ...defaultServerConditions] } },
  test: {
    projects: [
      ...projectsIn("packages"),
      ...projectsIn("apps"),
      { extends: true, test: { name: "scripts", root: "./scripts", include: ["test/**/*.test.mjs"] } },
      { extends: true, test: { name: "docs", root: "./docs", include: ["test/**/*.test.ts"] } },
      // Apart from the rest, so that `check` can run these only where a Chromium is found, which they launch by CHROME_PATH.
      {
        extends: true,
        test: {
          name: "browser",
          include: [`packages/*/${BROWSER_TESTS}`, `apps/*/${BROWSER_TESTS}`],
          env: { CHROME_PATH: findChromium() ?? "" },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
