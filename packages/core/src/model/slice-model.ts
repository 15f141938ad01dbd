import { type Ensemble, scoresInTurn } from "../ensemble/ensemble.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { describe } from "../util/check-options.ts";

/** The part of a model that its rounds `from` to `to` - 1 are; refuses places that a user can not mean. */
export function sliceEnsemble(ensemble: Ensemble, from: unknown, to: unknown): Ensemble {
  const perRound = scoresInTurn(ensemble);
  const rounds = ensemble.trees.length / perRound;
  const isPlace = (value: unknown): value is number =>
    typeof value === "number" && Number.isInteger(value) && value >= 0;
  if (!isPlace(from) || !isPlace(to) || from >= to || to > rounds) {
    const message = `slice: expected two places from 0 to ${rounds}, the number of ${perRound === 1 ? "trees" : "rounds"}, the first below the second; got ${describe(from)} and ${describe(to)}`;
    throw new CambiumError("bad-option", message);
  }
  const part = someTrees(ensemble, from * perRound, to * perRound);
  if (part.combine?.weights.every((weight) => weight === 0) !== true) return part;
  const message = `slice: trees ${from} to ${to - 1} all have the weight 0, and say nothing by themselves; take more of them`;
  throw new CambiumError("bad-option", message);
}

/** Trees `from` to `to` - 1, with their weights. */
export function someTrees({ trees, initialScore, combine }: Ensemble, from: number, to: number): Ensemble {
  const some = { trees: trees.slice(from, to), initialScore };
  if (combine === undefined) return some;
  return { ...some, combine: { by: combine.by, weights: combine.weights.slice(from, to) } };
}
