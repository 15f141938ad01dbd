/** As much of `process.stdout` as is written to here. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 20;
const CLEAR_TO_END = "\u001b[K";

/**
 * Shows how far a piece of work is: on a terminal in one line that is drawn again and again, elsewhere in a line per tenth of
 * the work, since a log keeps what a terminal overwrites.
 */
export class ProgressLine {
  #tenths = 0;

  constructor(private readonly output: Output) {}

  show(done: number, total: number, text: string): void {
    if (this.output.isTTY) {
      const full = Math.round((BAR_WIDTH * done) / total);
      const line = `  ${"█".repeat(full)}${"░".repeat(BAR_WIDTH - full)} ${text}`;
      // A line that wraps could not be drawn over. Some terminals say that they have 0 columns.
      this.output.write(`\r${line.slice(0, (this.output.columns || 80) - 1)}${CLEAR_TO_END}`);
      return;
    }
    const tenths = Math.floor((10 * done) / total);
    if (tenths === this.#tenths) return;
    this.#tenths = tenths;
    this.output.write(`  ${text}\n`);
  }

  /** Leaves the last line standing. */
  end(): void {
    if (this.output.isTTY) this.output.write("\n");
  }
}
