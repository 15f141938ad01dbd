/** Numbers of the histograms that a search may keep. The first is for nodes that find no other free, and is never given out. */
export class HistogramPool {
  #free: number[] = [];

  constructor(private readonly count: number) {
    this.clear();
  }

  /** All are free again. */
  clear(): void {
    this.#free = Array.from({ length: this.count - 1 }, (_, i) => this.count - 1 - i);
  }

  take(): number | undefined {
    return this.#free.pop();
  }

  giveBack(histogram: number): void {
    if (histogram !== SPARE) this.#free.push(histogram);
  }
}

/** The histogram that is filled again and again. */
export const SPARE = 0;
