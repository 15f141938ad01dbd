import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../run-tool.mjs";

/** Packs every package as it would be published; gives its name, its tarball and the specifiers of its entries. */
export function packAll(root, folder) {
  const args = ["--filter", "./packages/*", "pack", "--json", "--pack-destination", folder];
  const { status, stdout, stderr } = runTool("pnpm", "pnpm", args, { cwd: root });
  if (status !== 0) throw new Error(`pnpm pack failed:\n${stdout}${stderr}`);
  const tarballs = new Map(JSON.parse(stdout).map(({ name, filename }) => [name, filename]));
  return readdirSync(join(root, "packages")).map((directory) => {
    const { name, publishConfig } = JSON.parse(readFileSync(join(root, "packages", directory, "package.json"), "utf8"));
    const entries = Object.keys(publishConfig.exports).map((subpath) => subpath.replace(/^\./, name));
    return { name, tarball: tarballs.get(name), entries };
  });
}
