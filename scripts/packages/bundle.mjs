import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { runNode } from "../run-tool.mjs";

const FOR_BROWSERS = { bundle: true, platform: "browser", format: "esm", target: "es2022", minify: true };

/** The bytes of everything that the entries export, minified and compressed. */
export function bundledSize(project, entries) {
  const contents = entries.map((entry, index) => `export * as entry${index} from "${entry}";`).join("\n");
  const { outputFiles } = buildSync({
    ...FOR_BROWSERS,
    stdin: { contents, resolveDir: project },
    write: false,
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** Bundles a program for browsers, which fails on anything of Node's, and runs what came out. */
export function runBundled(project, program) {
  return runNode(bundleForBrowsers(project, program));
}

/** The path of a program that was bundled for browsers. */
export function bundleForBrowsers(project, program) {
  const outfile = join(project, "bundle", program);
  buildSync({ ...FOR_BROWSERS, entryPoints: [join(project, program)], outfile, logLevel: "silent" });
  return outfile;
}
