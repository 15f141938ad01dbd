import type { EngineFacts } from "./tree-engine.ts";

/** Which engine grew the trees of a fit, on how many threads, and why it was no faster one. `asked`: the threads that the user wrote. */
export function engineReport(
  { name, threads, treesAtOnce, because, report }: EngineFacts,
  { trees, asked }: { readonly trees: number; readonly asked?: unknown },
): string[] {
  const used = Math.max(threads, Math.min(trees, treesAtOnce));
  const isLess = typeof asked === "number" && used < Math.min(asked, trees);
  const on = `${used}${isLess ? ` of ${asked}` : ""} ${used === 1 && !isLess ? "thread" : "threads"}`;
  const why = because.length === 0 ? "" : `, because ${because.join(", and ")}`;
  return [...report, `the ${name} engine grew the ${trees === 1 ? "tree" : "trees"} on ${on}${why}`];
}
