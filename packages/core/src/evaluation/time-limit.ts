import { clock } from "@cambium/kernels";
import type { AbortSignalLike } from "../dataset/dataset.ts";

/** A signal that asks to stop when the time is up as well; its reason is then the limit itself. */
export class TimeLimit implements AbortSignalLike {
  readonly #end: number;

  constructor(
    seconds: number,
    private readonly signal: AbortSignalLike | undefined,
  ) {
    this.#end = clock() + seconds * 1000;
  }

  get aborted(): boolean {
    return this.signal?.aborted === true || clock() >= this.#end;
  }

  get reason(): unknown {
    return this.signal?.aborted ? this.signal.reason : this;
  }
}
