/** A host without `Atomics` has no threads either: its one thread needs none. */
interface Host {
  readonly Atomics?: Pick<typeof Atomics, "load" | "store">;
}

const host = globalThis as unknown as Host;

/** Whether threads can hear of each other's words. */
export function sharesWords(): boolean {
  return host.Atomics !== undefined;
}

export function storeWord(words: Int32Array, at: number, value: number): void {
  if (host.Atomics === undefined) words[at] = value;
  else host.Atomics.store(words, at, value);
}

export function loadWord(words: Int32Array, at: number): number {
  return host.Atomics === undefined ? words[at] : host.Atomics.load(words, at);
}
