import type { Pacer } from "@cambium/kernels";
import type { Dataset } from "../../dataset/dataset.ts";
import { withDefaults } from "../../util/option.ts";
import { Purpose, randomBits } from "../../util/random.ts";
import { allRows } from "../../util/ranges.ts";
import { RowDraw } from "../run/row-draw.ts";
import { type BoostingOptions, boostingOptions } from "./boosting-options.ts";

/** The rows that each round's trees are grown on: a function of the seed and of the number of the bag, never empty. */
export class BoostingBags {
  readonly #share: number;
  readonly #seed: number;
  readonly #perRound: number;
  readonly #all: Uint32Array;
  readonly #draw: RowDraw | null;

  constructor(
    dataset: Dataset,
    options: BoostingOptions,
    private readonly pacer: Pacer,
  ) {
    const { rowSample, seed, treesPerRound } = withDefaults(boostingOptions, options);
    // Rows that are chosen by their gradients are chosen later.
    this.#share = typeof rowSample === "number" ? rowSample : 1;
    this.#seed = seed;
    this.#perRound = treesPerRound;
    this.#all = allRows(dataset.rowCount);
    this.#draw = this.#share < 1 ? new RowDraw(dataset) : null;
  }

  /** Ascending. Without sampling it holds all rows, those of no weight too. `tree` counts those of the round, from 0. */
  async bagOf(round: number, tree = 0): Promise<Uint32Array> {
    if (this.#draw === null) return this.#all;
    const key = randomBits(this.#seed, Purpose.TreeRows, (round - 1) * this.#perRound + tree);
    return this.#draw.chooseInTurns(key, this.#share, this.pacer);
  }
}
