import { countOf } from "../../util/nearest-name.ts";

/** What one strategy did to one tree. */
export interface PruningNote {
  readonly strategy: string;
  /** Nodes. */
  readonly before: number;
  readonly after: number;
  readonly reason: string | undefined;
}

/** A sentence for each strategy, summed over the trees of a model: how many nodes it left, and why. */
export function pruningReport(trees: readonly (readonly PruningNote[])[]): string[] {
  return (trees[0] ?? []).map((_, place) => sentenceOf(trees.map((notes) => notes[place])));
}

function sentenceOf(notes: readonly PruningNote[]): string {
  const sumOf = (amount: "before" | "after") => notes.reduce((sum, note) => sum + note[amount], 0);
  const [before, after] = [sumOf("before"), sumOf("after")];
  const nodes = `${countOf(before, "node", "nodes")}${notes.length === 1 ? "" : ` in ${notes.length} trees`}`;
  const { strategy } = notes[0];
  if (after === before) return `pruning by ${strategy} cut nothing from ${nodes}`;
  return `pruning by ${strategy} left ${after} of ${nodes}${reasonOf(notes)}`;
}

/** Where each tree has a reason of its own, that of the first tree that lost nodes stands for them. */
function reasonOf(notes: readonly PruningNote[]): string {
  const first = notes.findIndex(({ before, after }) => after < before);
  const { reason } = notes[first];
  if (reason === undefined) return "";
  const isShared = notes.every((note) => note.reason === reason);
  return isShared ? `: ${reason}` : `; of tree ${first + 1}: ${reason}`;
}
