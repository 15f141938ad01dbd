import type { OpenCut } from "./growing-tree.ts";

/** A cut that the tree may come to, and what was found behind it. */
export interface KnownCut extends OpenCut {
  /** The cuts of its children; null where it was not worked on yet. */
  behind: readonly KnownCut[] | null;
}

/** A binary heap of cuts: the greatest gain comes out first, and of equals the one that came in first. */
export class QueueOfCuts {
  readonly #heap: KnownCut[] = [];
  /** When each came in. */
  readonly #turn = new Map<KnownCut, number>();

  /** What comes out next. */
  get first(): KnownCut | undefined {
    return this.#heap[0];
  }

  /** In no order that means anything. */
  get all(): readonly KnownCut[] {
    return this.#heap;
  }

  push(cut: KnownCut): void {
    const heap = this.#heap;
    this.#turn.set(cut, this.#turn.size);
    let at = heap.push(cut) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(cut, heap[parent])) break;
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
      if (child + 1 < heap.length && this.#isBefore(heap[child + 1], heap[child])) child++;
      if (!this.#isBefore(heap[child], last)) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = last;
    return first;
  }

  #isBefore(a: KnownCut, b: KnownCut): boolean {
    if (a.split.gain !== b.split.gain) return a.split.gain > b.split.gain;
    return (this.#turn.get(a) as number) < (this.#turn.get(b) as number);
  }
}
