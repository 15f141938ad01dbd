import type { CategoryTally } from "./category-tally.ts";

/** Some of the categories of a node, with what their rows amount to. Sums on the grid are exact, so it can change for ever. */
export class CategoryGroup {
  readonly record: Float64Array;
  rows = 0;
  readonly #codes = new Set<number>();

  constructor(private readonly tally: CategoryTally) {
    this.record = new Float64Array(tally.width);
  }

  has(code: number): boolean {
    return this.#codes.has(code);
  }

  add(code: number): void {
    this.#codes.add(code);
    const { records, width } = this.tally;
    for (let k = 0; k < width; k++) this.record[k] += records[code * width + k];
    this.rows += this.tally.rowsOf(code);
  }

  remove(code: number): void {
    this.#codes.delete(code);
    const { records, width } = this.tally;
    for (let k = 0; k < width; k++) this.record[k] -= records[code * width + k];
    this.rows -= this.tally.rowsOf(code);
  }

  toggle(code: number): void {
    if (this.has(code)) this.remove(code);
    else this.add(code);
  }
}
