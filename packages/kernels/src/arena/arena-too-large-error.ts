/** A lease that cannot be had: above the 4 GiB that a WebAssembly memory can hold, or more than the host gives. */
export class ArenaTooLargeError extends Error {
  override readonly name = "ArenaTooLargeError";
  readonly bytes: number;

  constructor(bytes: number, limit: string, options?: ErrorOptions) {
    super(`cambium: a run's memory: expected at most ${limit}, got ${bytes} bytes; use fewer rows or columns`, options);
    this.bytes = bytes;
  }
}
