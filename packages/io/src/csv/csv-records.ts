/**
 * Where every field of a CSV begins and ends, without its contents.
 *
 * Rows lie in blocks, so that nothing is copied while the file is scanned. A row takes one slot more than it has columns:
 * slot 0 is the position before the row, slot c + 1 the position just behind field c. Field c of a row that begins at
 * slot s is therefore the bytes from `block[s + c] + 1` to `block[s + c + 1]`, its quotes included.
 */
export interface CsvRecords {
  readonly columnNames: readonly string[];
  readonly rowCount: number;
  readonly rowsPerBlock: number;
  readonly blocks: readonly Uint32Array[];
}
