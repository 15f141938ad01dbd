/** Words one behind the other, for lists that are brought to the kernels in one piece. */
export class WordList {
  /** May be another after each `take`. */
  words = new Int32Array(1024);
  /** A place of 0 is none. */
  used = 2;

  get bytes(): Uint8Array {
    return new Uint8Array(this.words.buffer);
  }

  /** So many zeroes, from a place that a float64 may stand at. */
  take(words: number): number {
    const at = this.used;
    this.used += words + (words & 1);
    if (this.used > this.words.length) {
      const larger = new Int32Array(2 * this.used);
      larger.set(this.words);
      this.words = larger;
    }
    return at;
  }

  /** The float64 numbers of the listed rows, `width` each. */
  addRows(rows: Uint32Array, numbers: ArrayLike<number>, width: number): number {
    const values = new Float64Array(rows.length * width);
    rows.forEach((row, place) => {
      for (let k = 0; k < width; k++) values[place * width + k] = numbers[row * width + k];
    });
    const at = this.take(2 * values.length);
    this.words.set(new Int32Array(values.buffer), at);
    return at;
  }

  /** Records, and all this behind them; those of their words that are places, but 0, are counted from the first record then. */
  behind(records: readonly Int32Array[], places: readonly number[]): Int32Array {
    const start = records.reduce((sum, { length }) => sum + length, 0);
    const all = new Int32Array(start + this.used);
    let at = 0;
    for (const record of records) {
      all.set(record, at);
      for (const place of places) if (record[place] !== 0) all[at + place] += 4 * start;
      at += record.length;
    }
    all.set(this.words.subarray(0, this.used), start);
    return all;
  }
}
