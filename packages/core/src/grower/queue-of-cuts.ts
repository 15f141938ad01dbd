import type { OpenCut } from "./growing-tree.ts";

/** A binary heap of splits: the greatest gain comes out first, and of equals that of the node that was made first. */
export class QueueOfCuts {
  readonly #heap: OpenCut[] = [];

  push(cut: OpenCut): void {
    const heap = this.#heap;
    let at = heap.push(cut) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(cut, heap[parent])) break;
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = cut;
  }

  pop(): OpenCut | undefined {
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

function isBefore(a: OpenCut, b: OpenCut): boolean {
  return a.split.gain !== b.split.gain ? a.split.gain > b.split.gain : a.id < b.id;
}
