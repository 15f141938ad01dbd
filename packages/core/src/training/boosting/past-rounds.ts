import { schemaOf } from "../../dataset/column.ts";
import type { Dataset } from "../../dataset/dataset.ts";
import { type Ensemble, scoresInTurn } from "../../ensemble/ensemble.ts";
import type { AnyLoss } from "../../loss/loss.ts";
import { specText } from "../../loss/spec-text.ts";
import { loadModel } from "../../model/load-model.ts";
import type { Model } from "../../model/model.ts";
import { checkOptions, describe } from "../../util/check-options.ts";
import { demand } from "../../util/demand.ts";
import { withDefaults } from "../../util/option.ts";
import { type BoostingFitOptions, type Checkpoint, checkpointOptions } from "./boosting-options.ts";

/** What a fit goes on from, and how many rounds there are then to be. What a checkpoint has kept counts towards them. */
export async function pastOf(
  { continueFrom, checkpoint }: Pick<BoostingFitOptions, "continueFrom" | "checkpoint">,
  { rounds: more, treesPerRound }: { readonly rounds: number; readonly treesPerRound: number },
  dataset: Dataset,
  loss: AnyLoss,
) {
  const given =
    continueFrom === undefined ? null : pastRounds("continueFrom", continueFrom, treesPerRound, dataset, loss);
  const kept = checkpoint === undefined ? null : await keptModel(checkpoint);
  const past = kept === null ? given : pastRounds("checkpoint", kept, treesPerRound, dataset, loss);
  const rounds = more + (given?.rounds.length ?? 0);
  const count = past?.rounds.length ?? 0;
  const message = `fit: checkpoint: it has ${count} rounds, and this fit ${rounds}; take another file, or slice the model that it holds`;
  demand(count <= rounds, message);
  return { past, rounds };
}

/** The rounds of a model that a fit goes on from. Refuses one that was not boosted by this loss on columns like those of the dataset: more of its trees would say something else. */
function pastRounds(from: string, model: Model, forEachScore: number, dataset: Dataset, loss: AnyLoss) {
  const { ensemble, learningCurve } = model;
  const { target } = dataset;
  const expectSame = (part: string, ofModel: string, ofFit: string) => {
    const shown = (text: string) => (text.length > MOST_TEXT ? describe(text.slice(0, MOST_TEXT)) : text);
    const message = `fit: ${from}: the model has the ${part} ${shown(ofModel)}, and this fit ${shown(ofFit)}; go on with the data, the target and the loss that it was fitted with`;
    demand(ofModel === ofFit, message);
  };
  const expectAlike = (part: string, ofModel: unknown, ofFit: unknown) =>
    expectSame(part, JSON.stringify(ofModel), JSON.stringify(ofFit));
  expectAlike("learner", model.learner, "boosting");
  expectSame("loss", specText(model.loss), specText(loss.spec));
  expectAlike("target", model.target, target.name);
  if (model.task === "classification" && target.task === "classification") {
    expectAlike("classes", model.classes, target.classes);
  } else expectAlike("task", model.task, target.task);
  expectAlike("link", model.link, loss.link);
  expectAlike("offset", model.offset, dataset.offset?.columns ?? []);
  expectAlike("features", model.features, dataset.columns.map(schemaOf));
  const perRound = expectWholeRounds(`fit: ${from}`, ensemble, forEachScore);
  const count = ensemble.trees.length / perRound;
  return {
    ensemble,
    /** The trees of each. */
    rounds: Array.from({ length: count }, (_, i) => ensemble.trees.slice(i * perRound, (i + 1) * perRound)),
    /** What was measured after them; nothing of rounds that the model does not have. */
    curve: learningCurve.filter(({ round }) => round <= count),
  };
}

/** What a sentence can hold. */
const MOST_TEXT = 200;

/** The number of trees in a round, if there are so many for each score; refuses trees of several scores, and a last round that is not whole. */
export function expectWholeRounds(where: string, ensemble: Ensemble, forEachScore: number): number {
  const wide = ensemble.trees.find(({ valueWidth }) => valueWidth !== 1);
  const tooWide = `${where}: the model has trees of ${wide?.valueWidth} numbers a node, and boosting grows trees of one; give a model that boosting has fitted`;
  demand(wide === undefined, tooWide);
  const perRound = forEachScore * scoresInTurn(ensemble);
  const message = `${where}: the model has ${ensemble.trees.length} trees, which are no whole rounds of ${perRound}; go on with the treesPerRound that it was fitted with`;
  demand(ensemble.trees.length % perRound === 0, message);
  return perRound;
}

/** Refuses a checkpoint that could not save. */
export function checkCheckpoint(checkpoint: Checkpoint): void {
  checkOptions("fit: checkpoint", checkpoint, checkpointOptions);
  demand(checkpoint.save !== undefined, "fit: checkpoint expects save, a function that keeps bytes, got none");
}

/** The model that was kept; null where there is none. */
async function keptModel({ load }: Checkpoint): Promise<Model | null> {
  const bytes: unknown = await load?.();
  if (bytes === undefined || bytes === null) return null;
  demand(ArrayBuffer.isView(bytes), `fit: checkpoint: load should give bytes, or null, got ${describe(bytes)}`);
  return loadModel(bytes as Uint8Array);
}

/** Saves the model of the rounds so far, where it is time. */
export async function keepModel(checkpoint: Checkpoint, round: number, modelOf: () => Promise<Model>): Promise<void> {
  const { every, save } = withDefaults(checkpointOptions, checkpoint);
  if (round % every === 0) await save((await modelOf()).toBytes());
}
