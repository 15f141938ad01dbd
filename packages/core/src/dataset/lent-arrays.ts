import type { StopSignal } from "@cambium/kernels";
import { givenAway } from "../table/full-column.ts";

/** A column of a run, by its name. */
export type NamedArray = readonly [name: string, values: ArrayLike<unknown>];

/**
 * The arrays that a run reads where they stand. Whoever has them may give their memory away while the run waits; nothing that is
 * computed from then on is worth anything. It asks the run to stop, as a signal does, with the error as its reason.
 */
export class LentArrays implements StopSignal {
  readonly #arrays: readonly (readonly [name: string, values: ArrayLike<unknown>, length: number])[];
  #error: Error | null = null;

  constructor(
    arrays: readonly NamedArray[],
    private readonly given: StopSignal | undefined,
  ) {
    this.#arrays = arrays.map(([name, values]) => [name, values, values.length]);
  }

  /** What the run is to look at: where nothing is lent, the caller's own signal. */
  get signal(): StopSignal | undefined {
    return this.#arrays.length === 0 ? this.given : this;
  }

  get aborted(): boolean {
    return this.#lost() !== null || this.given?.aborted === true;
  }

  get reason(): unknown {
    return this.#lost() ?? this.given?.reason;
  }

  /** What the run gives. Once the memory is gone, that is the reason for whatever went wrong, and for a result that looks right. */
  async guard<T>(run: () => Promise<T>): Promise<T> {
    try {
      const result = await run();
      if (this.#lost() === null) return result;
    } catch (error) {
      if (this.#lost() === null) throw error;
    }
    throw this.#lost();
  }

  #lost(): Error | null {
    if (this.#error !== null) return this.#error;
    for (const [name, values, length] of this.#arrays) {
      if (values.length === length) continue;
      this.#error = givenAway(name);
      break;
    }
    return this.#error;
  }
}
