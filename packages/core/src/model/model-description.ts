import type { PlainData } from "../util/plain-data.ts";
import type { ModelParts } from "./model-parts.ts";

/** What a model is, as plain data, without its trees: `toBytes` saves those. */
export interface ModelDescription extends Omit<ModelParts, "ensemble" | "pruningPath"> {
  readonly rounds: number;
  readonly trees: number;
  /** Of all trees together. */
  readonly nodes: number;
  readonly options: { readonly [name: string]: PlainData } | null;
  readonly report: readonly string[];
}

export function describeModel(
  parts: ModelParts,
  training: Pick<ModelDescription, "rounds" | "options" | "report">,
): ModelDescription {
  const { learner, task, target, classes, features, offset, link, loss, missing, unseen, cost, ensemble } = parts;
  const { trees } = ensemble;
  const nodes = trees.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  const { rounds, options, report } = training;
  return {
    ...{ learner, task, target, classes, features, offset, link, loss, missing, unseen, cost },
    ...{ rounds, trees: trees.length, nodes, options, report },
  };
}
