import { spawnSync } from "node:child_process";

/** What is checked out. Results that were written before do not count as a change. */
export function commitOf(root) {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const { status, stdout } = git("rev-parse", "--short", "HEAD");
  if (status !== 0) return "unknown";
  const isClean = git("diff", "--quiet", "HEAD", "--", ".", ":!bench/results").status === 0;
  return `${stdout.trim()}${isClean ? "" : "-dirty"}`;
}
