import { type RoundScores, roundScores, type SetScores } from "../../model/learning-curve.ts";
import type { Tree } from "../../tree/tree.ts";
import { countOf } from "../../util/nearest-name.ts";
import { BestRound } from "../run/early-stopping.ts";
import type { FitStop } from "../run/fit-stop.ts";
import { rowsOfSet } from "../run/own-run.ts";
import { type PrunedTree, type PruningNote, pruningReport } from "../single-trees/prune-tree.ts";
import type { BoostingFitOptions, RoundListener } from "./boosting-options.ts";
import type { BoostingPlan } from "./boosting-plan.ts";
import type { PastRounds } from "./past-rounds.ts";

/** What a model keeps of the rounds. */
export interface KeptRounds {
  readonly trees: readonly Tree[];
  readonly learningCurve: readonly RoundScores[];
  /** What was pruned, and why the rounds ended where they did, in sentences. */
  readonly report: readonly string[];
}

/** The rounds so far: their trees, what was measured after each, who is told, and whether that is enough. */
export class BoostingProgress {
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
    if (past !== null) this.#takeOver(past);
  }

  /** As if its rounds had been made here. Of those that nothing was measured after none can be the best. */
  #takeOver({ rounds, curve }: PastRounds): void {
    this.#trees.push(...rounds);
    this.#notes.push(...rounds.map(() => []));
    this.#curve.push(...curve);
    for (const { round, sets } of curve) this.#see(round, sets);
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
    if (isHeard) await this.#tell(scores as RoundScores & { readonly trainLoss: number });
  }

  #stopWhereNothingGetsBetter(round: number): void {
    if (this.#best === null) return;
    const { patience } = this.#best.plan;
    if (round - this.#best.round < patience) return;
    const vain = countOf(patience, "round", "rounds");
    this.#end = `early stopping after round ${round} of ${this.plan.rounds}: ${vain} without a better one`;
  }

  async #tell(scores: RoundScores & { readonly trainLoss: number }): Promise<void> {
    const report = Object.freeze({ ...scores, rounds: this.plan.rounds, seconds: this.stop.seconds });
    for (const listener of this.#listeners) {
      if ((await listener(report)) !== "stop") continue;
      this.#end ??= `onRound or a callback said "stop" after round ${scores.round} of ${this.plan.rounds}`;
    }
    await this.stop.pacer.pause(); // Lets the caller show the round, or abort after it.
  }

  /** All rounds, the best one among them or not. */
  get all(): KeptRounds {
    return { trees: this.#trees.flat(), learningCurve: this.#curve.slice(), report: [] };
  }

  /** The rounds up to the best one, or all. `end` says why there are no more, where something else ended them. */
  kept(end = this.#end): KeptRounds {
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
