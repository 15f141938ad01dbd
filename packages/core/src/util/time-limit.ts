import { clock, type StopSignal } from "@cambium/kernels";

/** A signal that asks to stop when the time is up as well; its reason is then the limit itself. */
export class TimeLimit implements StopSignal {
  readonly #end: number;

  constructor(
    seconds: number,
    private readonly signal: StopSignal | undefined,
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
