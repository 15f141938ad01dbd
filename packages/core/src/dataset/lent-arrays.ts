import type { StopSignal } from "@cambium/kernels";
import { givenAway } from "../table/read-column.ts";
import { isDetached } from "../util/other-realms.ts";

/** Of 65,536 columns a look at each would take longer than what is done between two looks. */
const ARRAYS_PER_LOOK = 512;

/** A column of a run, by its name. */
export type NamedArray = readonly [name: string, values: ArrayLike<unknown>];

/**
 * The arrays that a run reads where they stand. Whoever has them may give their memory away while the run waits; nothing that is
 * computed from then on is worth anything. It asks the run to stop, as a signal does, with the error as its reason.
 */
export class LentArrays implements StopSignal {
  readonly #lengths: readonly number[];
  /** Where the next look begins. */
  #next = 0;
  #error: Error | null = null;

  constructor(
    private readonly arrays: readonly NamedArray[],
    private readonly given: StopSignal | undefined,
  ) {
    const gone = arrays.find(([, values]) => isDetached(values));
    if (gone !== undefined) this.#error = givenAway(gone[0]);
    this.#lengths = arrays.map(([, values]) => values.length);
  }

  /** What the run is to look at: where nothing is lent, the caller's own signal. */
  get signal(): StopSignal | undefined {
    return this.arrays.length === 0 ? this.given : this;
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
      if (this.#lost(this.arrays.length) === null) return result;
    } catch (error) {
      if (this.#lost(this.arrays.length) === null) throw error;
    }
    throw this.#lost();
  }

  /** Looks at some of the arrays, and at the next ones at the next call. */
  #lost(count = Math.min(ARRAYS_PER_LOOK, this.arrays.length)): Error | null {
    for (let i = 0; i < count && this.#error === null; i++) {
      const at = this.#next;
      this.#next = (at + 1) % this.arrays.length;
      const [name, values] = this.arrays[at];
      if (values.length !== this.#lengths[at]) this.#error = givenAway(name);
    }
    return this.#error;
  }
}
