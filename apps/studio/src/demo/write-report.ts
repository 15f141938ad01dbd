import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DemoError } from "./demo-error.ts";
import { type ReportSubject, reportPage } from "./report-page.ts";

const SCRIPTS = ["vega/build/vega.min.js", "vega-lite/build/vega-lite.min.js", "vega-embed/build/vega-embed.min.js"];

/** `studio` is the folder of this application, which has the scripts and the style. */
export function writeReport(path: string, subject: ReportSubject, studio: string): void {
  const read = (file: string) => readFileSync(join(studio, file), "utf8");
  const page = reportPage(subject, {
    style: read("src/page/look.css"),
    scripts: SCRIPTS.map((file) => withoutSourceMap(read(`node_modules/${file}`))),
  });
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, page);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DemoError(`cannot write ${path} (${code}); make its folder writable, and run this again`, {
      cause: error,
    });
  }
}

/** A map that does not come along would be asked for in vain. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
}
