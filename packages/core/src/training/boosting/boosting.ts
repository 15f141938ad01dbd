import { Dataset } from "../../dataset/dataset.ts";
import type { Target, Task } from "../../dataset/target.ts";
import { openEngine } from "../../engine/open-engine.ts";
import { engineReport, type TreeEngine } from "../../engine/tree-engine.ts";
import { checkLossParts } from "../../loss/check-loss-parts.ts";
import { type RoundScores, roundScores, type SetScores } from "../../model/learning-curve.ts";
import type { ModelByTask } from "../../model/model.ts";
import { rowsOfColumns } from "../../tree/route-row.ts";
import type { Tree } from "../../tree/tree.ts";
import { demand } from "../../util/demand.ts";
import { countOf } from "../../util/nearest-name.ts";
import { classFactors, weighed } from "../options/class-options.ts";
import { checkedOptions } from "../options/run-options.ts";
import { BestRound, type EarlyStopping, frozenStopping } from "../run/early-stopping.ts";
import { type EndsEarly, type FitInParts, type FitStop, fitOf, type Learner } from "../run/learner.ts";
import { modelOfRun } from "../run/model-of-run.ts";
import { rowsOfSet } from "../run/own-run.ts";
import { type PrunedTree, type PruningNote, pruneTree, pruningReport } from "../single-trees/prune-tree.ts";
import { meanLoss } from "../validation/evaluation-sets.ts";
import {
  type BoostingFitOptions,
  type BoostingOptions,
  boostingOptions,
  boostingRunOptions,
  checkGradientSample,
  type RoundListener,
  type RoundReport,
} from "./boosting-options.ts";
import { type BoostingPlan, boostingInForce, boostingPlan, lossFor } from "./boosting-plan.ts";
import { BoostingBags, BoostingRows } from "./boosting-rows.ts";
import { checkCheckpoint, keepModel } from "./past-rounds.ts";

/** Newton boosting: each round grows a tree on the gradients and hessians of the loss at the scores so far; or, of order 1, Friedman's. */
export function boosting<T extends Task = Task>(
  options: BoostingOptions<T> = {},
): Learner<ModelByTask[T], BoostingFitOptions> {
  const own = checkedOptions("boosting", options, boostingOptions, boostingRunOptions);
  if (typeof options.loss === "object") checkLossParts(options.loss);
  if (typeof options.rowSample === "object") checkGradientSample(options.rowSample);
  const earlyStopping = frozenStopping(options.earlyStopping);
  const frozen = Object.freeze({ ...own, ...(earlyStopping && { earlyStopping }) });
  const task = typeof frozen.loss === "object" ? frozen.loss.task : undefined;
  return Object.freeze({
    name: "boosting",
    options: frozen,
    ...(task && { task }),
    ...(earlyStopping && { endsEarly: endsEarly(frozen, earlyStopping) }),
    checkTarget: (target: Target) => void lossFor(target, frozen),
    fit: fitOf<ModelByTask[T], BoostingFitOptions>({
      ...{ name: "boosting", part: "round", carriesModel: true, takesOffset: true, task },
      ...{ rules: boostingOptions, runRules: boostingRunOptions },
      open: (dataset, run, stop) => openBoosting(frozen, weighedByClass(dataset, frozen), run, stop),
    }),
  });
}

function endsEarly<T extends Task>(options: BoostingOptions<T>, rule: EarlyStopping): EndsEarly<ModelByTask[T]> {
  const { earlyStopping: _rule, ...others } = options;
  return Object.freeze({
    rule,
    ofRounds: (rounds = others.rounds) => boosting<T>({ ...others, ...(rounds !== undefined && { rounds }) }),
  });
}

async function openBoosting(
  options: BoostingOptions,
  dataset: Dataset,
  run: BoostingFitOptions,
  stop: FitStop,
): Promise<FitInParts> {
  const { checkpoint } = run;
  if (checkpoint !== undefined) checkCheckpoint(checkpoint);
  const { pacer } = stop;
  const plan = await boostingPlan(options, dataset, run, pacer);
  const { loss, initialScores, past } = plan;
  const { inForce, choices } = boostingInForce(options, dataset, plan);
  const progress = new BoostingProgress(plan, run, stop);
  const engine = await openEngine(plan.engine);
  const modelOf = ({ trees, learningCurve, report }: KeptRounds) => {
    const ensemble = { trees, initialScore: initialScores };
    const learned = { learner: "boosting", ensemble, link: loss.link, loss: loss.spec };
    const grew = engineReport(engine, { trees: trees.length, asked: run.threads });
    const remarks = [...choices, ...report, ...grew];
    return modelOfRun(dataset, options, learned, remarks, { learningCurve, options: inForce });
  };
  return {
    done: () => progress.count,
    async grow() {
      const offsets = dataset.offset?.values;
      const bags = new BoostingBags(dataset, options, pacer);
      const columns = { ...rowsOfColumns(dataset.rowCount, dataset.columns), ...(offsets && { offsets }) };
      const rows = new BoostingRows(columns, dataset.target, plan, engine, bags, pacer);
      if (past !== null) await rows.addPast(past.ensemble);
      if (past !== null) await plan.evaluation?.addPast(past.ensemble);
      while (!progress.isOver) {
        const round = progress.count + 1;
        const grown = await growRound(plan, rows, engine, round);
        await progress.add(grown, rows.scores, () => meanLoss(loss, dataset.target, rows.scores, pacer));
        if (checkpoint !== undefined) await keepModel(checkpoint, round, () => modelOf(progress.all));
      }
    },
    modelOf: (end) => modelOf(progress.kept(end)),
    end: () => engine.end(),
  };
}

/** The trees of a round: one for each score, in the order of the scores, or so many of them, one after the other. */
async function growRound(plan: BoostingPlan, rows: BoostingRows, engine: TreeEngine, round: number) {
  const grown: PrunedTree[] = [];
  const before = (round - 1) * plan.treesPerRound * plan.initialScores.length;
  for (let repeat = 0; repeat < plan.treesPerRound; repeat++) {
    await rows.derive(round, repeat);
    for (let place = 0; place < plan.initialScores.length; place++) {
      const goal = await rows.goalOf(place);
      const draw = plan.drawOf(before + grown.length + 1);
      const task = { goal, rows: rows.bag, gainUnit: 1, rootImpurity: 0 };
      const full = await engine.grow({ ...task, ...(draw && { draw }) });
      const pruned = await pruneTree(full, plan.cuts, null, plan.engine.pacer);
      const fitted = await rows.refit(pruned.tree, place);
      const share = plan.learningRate / plan.treesPerRound;
      const tree = { ...fitted, value: fitted.value.map((value) => share * value) };
      await rows.take(tree, place);
      grown.push({ ...pruned, tree });
    }
  }
  await rows.endRound();
  return grown;
}

/** The dataset with the weights of its rows as the options say of their classes. */
function weighedByClass(dataset: Dataset, { classWeights }: BoostingOptions): Dataset {
  if (classWeights === undefined) return dataset;
  const { target } = dataset;
  const message = `boosting: classWeights are for classes, but the target "${target.name}" is taken for regression; pass task: "classification" to fit, or weight`;
  demand(target.task === "classification", message);
  const reweighed = weighed(target, classFactors("boosting", classWeights, target));
  return new Dataset({ ...dataset, target: reweighed, binned: new Map() });
}

/** What a model keeps of the rounds: its report tells what was pruned, and why the rounds ended where they did. */
type KeptRounds = ReturnType<BoostingProgress["kept"]>;

/** The rounds so far: their trees and their scores. It reports each round, and decides whether to stop. */
class BoostingProgress {
  /** By round. */
  readonly #trees: (readonly Tree[])[] = [];
  readonly #notes: (readonly PruningNote[])[] = [];
  readonly #curve: RoundScores[] = [];
  readonly #listeners: readonly RoundListener[];
  readonly #best: BestRound | null;
  /** Why there are no more rounds, once that is so. */
  #end: string | null = null;

  constructor(
    private readonly plan: Pick<BoostingPlan, "rounds" | "stopping" | "evaluation" | "past">,
    { onRound, callbacks = [] }: BoostingFitOptions,
    private readonly stop: FitStop,
  ) {
    const { stopping, past } = plan;
    this.#listeners = onRound === undefined ? callbacks : [onRound, ...callbacks];
    this.#best = stopping && new BestRound(stopping);
    if (past === null) return;
    // As if its rounds had been made here. Of those that nothing was measured after none can be the best.
    this.#trees.push(...past.rounds);
    this.#notes.push(...past.rounds.map(() => []));
    this.#curve.push(...past.curve);
    for (const { round, sets } of past.curve) this.#see(round, sets);
    if (this.#found !== null) this.#stopWhereNothingGetsBetter(this.count);
  }

  #see(round: number, sets: RoundScores["sets"]): void {
    if (this.#best === null) return;
    const { set, metric } = this.#best.plan;
    if (Object.hasOwn(sets, set) && Object.hasOwn(sets[set], metric)) this.#best.see(round, sets[set][metric]);
  }

  /** The best round so far; null where none is known to be. */
  get #found(): BestRound | null {
    return this.#best !== null && this.#best.round > 0 ? this.#best : null;
  }

  /** How many are done. */
  get count(): number {
    return this.#trees.length;
  }

  /** True where there is to be no further round. */
  get isOver(): boolean {
    return this.#end !== null || this.count >= this.plan.rounds;
  }

  /**
   * Takes the trees of a round, one for each score, or so many of them, one after the other: measures it, decides whether it is the last, and
   * tells the listeners, in their order. `trainScores` are those of the training rows after it, and `trainLoss` finds their mean loss.
   */
  async add(grown: readonly PrunedTree[], trainScores: Float64Array, trainLoss: () => Promise<number>): Promise<void> {
    const trees = grown.map(({ tree }) => tree);
    const round = this.count + 1;
    await this.plan.evaluation?.add(trees);
    const sets: Readonly<Record<string, SetScores>> = (await this.plan.evaluation?.measure(trainScores)) ?? {};
    const isHeard = this.#listeners.length > 0;
    const scores = roundScores(round, sets, isHeard ? (sets.train?.meanLoss ?? (await trainLoss())) : null);
    this.#see(round, sets);
    this.#trees.push(trees);
    this.#notes.push(grown.flatMap(({ notes }) => notes));
    if (isHeard || this.plan.evaluation !== null) this.#curve.push(scores);
    this.#stopWhereNothingGetsBetter(round);
    this.stop.tellProgress(round, this.plan.rounds);
    if (!isHeard) return;
    const { rounds } = this.plan;
    const report = Object.freeze({ ...scores, rounds, seconds: this.stop.seconds }) as RoundReport;
    for (const listener of this.#listeners) {
      const answer = await listener(report);
      if (answer === "stop") this.#end ??= `onRound or a callback said "stop" after round ${round} of ${rounds}`;
    }
    await this.stop.pacer.pause(); // Lets the caller show the round, or abort after it.
  }

  #stopWhereNothingGetsBetter(round: number): void {
    if (this.#best === null) return;
    const { patience } = this.#best.plan;
    if (round - this.#best.round < patience) return;
    const vain = countOf(patience, "round", "rounds");
    this.#end = `early stopping after round ${round} of ${this.plan.rounds}: ${vain} without a better one`;
  }

  /** All rounds, the best one among them or not. */
  get all(): KeptRounds {
    return { trees: this.#trees.flat(), learningCurve: this.#curve.slice(), report: [] };
  }

  /** The rounds up to the best one, or all. `end` says why there are no more, where something else ended them. */
  kept(end = this.#end) {
    const best = this.#found;
    const count = best?.plan.restoreBest ? best.round : this.count;
    const about = end === null ? [] : [end];
    if (best !== null) {
      const { set, metric } = best.plan;
      const found = `${rowsOfSet(set)} were predicted best after round ${best.round}, with ${metric} ${best.value}`;
      about.push(`${found}; the model is of ${countOf(count, "round", "rounds")}`);
    }
    const pruned = pruningReport(this.#notes.slice(0, count));
    const report = [...pruned, ...(this.plan.evaluation?.report ?? []), ...about];
    return { trees: this.#trees.slice(0, count).flat(), learningCurve: this.#curve.slice(), report };
  }
}
