import { RoomWord } from "./generated/room-layout.ts";
import type { Heap } from "./heap.ts";

/** Makes the sums of bundled features from those of their codes. The twin of `assembly/unbundle.ts`, which says how. */
export function unbundle(heap: Heap, room: number, histogram: number, counts: number): void {
  const { u32 } = heap;
  const pairBytes = 16 * u32[room / 4 + RoomWord.pairSlots];
  const end = histogram + 16 * u32[room / 4 + RoomWord.slots];
  // Rows are counted in the first pair of classes, whatever their class.
  for (let pair = histogram; pair < end; pair += pairBytes) {
    unbundlePair(heap, room, pair, pair === histogram && u32[room / 4 + RoomWord.countsRows] !== 0 ? counts : 0);
  }
}

function unbundlePair({ f64, u32 }: Heap, room: number, histogram: number, counts: number): void {
  const end = u32[room / 4 + RoomWord.bundlesEnd] / 4;
  for (let at = u32[room / 4 + RoomWord.bundles] / 4; at < end; ) {
    const [first, codes, features] = u32.subarray(at, at + 3);
    at += 3;
    const all = Array.from({ length: codes }, (_, code) => first + code);
    for (let feature = 0; feature < features; feature++) {
      const [usual, bins] = u32.subarray(at, at + 2);
      at += 2;
      const rest = sumOf(all);
      for (let bin = 0; bin < bins; bin++) {
        const [slot, length] = u32.subarray(at, at + 2);
        const sum = sumOf(u32.subarray(at + 2, at + 2 + length));
        at += 2 + length;
        set(slot, sum);
        for (let k = 0; k < rest.length; k++) rest[k] -= sum[k];
      }
      set(usual, rest);
    }
  }

  function sumOf(slots: Iterable<number>): [number, number, number] {
    const sum: [number, number, number] = [0, 0, 0];
    for (const slot of slots) {
      sum[0] += f64[histogram / 8 + 2 * slot];
      sum[1] += f64[histogram / 8 + 2 * slot + 1];
      if (counts !== 0) sum[2] += u32[counts / 4 + slot];
    }
    return sum;
  }

  function set(slot: number, [gradient, hessian, rows]: readonly number[]): void {
    f64[histogram / 8 + 2 * slot] = gradient;
    f64[histogram / 8 + 2 * slot + 1] = hessian;
    if (counts !== 0) u32[counts / 4 + slot] = rows;
  }
}
