import { fileURLToPath } from "node:url";
import { runTool } from "../run-tool.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Generated code as the linter wants it, so that no template has to count columns or sort imports. */
export function formatted(path, text) {
  const args = ["check", "--write", `--stdin-file-path=${path}`];
  const { status, stdout, stderr } = runTool("@biomejs/biome", "biome", args, { cwd: root, input: text });
  if (status !== 0) throw new Error(`${path} could not be formatted:\n${stderr}`);
  return stdout;
}
