import type { KnownCut } from "./known-cut.ts";

/** A binary heap of cuts: the greatest gain comes out first, and of equals the one that came in first. */
export class QueueOfCuts {
  readonly #heap: KnownCut[] = [];
  #turns = 0;

  /** What comes out next. */
  get first(): KnownCut | undefined {
    return this.#heap[0];
  }

  push(cut: KnownCut): void {
    const heap = this.#heap;
    cut.turn = this.#turns++;
    let at = heap.push(cut) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(cut, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = cut;
  }

  pop(): KnownCut | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: KnownCut, b: KnownCut): boolean {
  if (a.split.gain !== b.split.gain) return a.split.gain > b.split.gain;
  return a.turn < b.turn;
}
