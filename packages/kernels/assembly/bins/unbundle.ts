import { RoomWord } from "../generated/room-layout";

// A bundle is a column that stands for several features: a code for each combination of their bins that there is. Forty
// columns of 0 and 1 of which one is 1 are one column of forty codes: rows are shorter, and are added once and not forty times. What each
// of its features adds up to is made from the sums of the codes when a node is summed, to the same bits, because sums on the
// grid are exact. `src/bins/bundles.ts` says how the table is laid out.

/** Makes the sums of bundled features, and their rows where these are counted, in a histogram the codes of which are summed. */
export function unbundle(room: usize, histogram: usize, counts: usize): void {
  if (load<u32>(room, RoomWord.bundles) == load<u32>(room, RoomWord.bundlesEnd)) return;
  const pairBytes = <usize>load<u32>(room, RoomWord.pairSlots) << 4;
  const end = histogram + (<usize>load<u32>(room, RoomWord.slots) << 4);
  // Rows are counted in the first pair of classes, whatever their class.
  let rows = load<u32>(room, RoomWord.countsRows) == 0 ? 0 : counts;
  for (let pair = histogram; pair < end; pair += pairBytes) {
    unbundlePair(room, pair, rows);
    rows = 0;
  }
}

function unbundlePair(room: usize, histogram: usize, counts: usize): void {
  const end = <usize>load<u32>(room, RoomWord.bundlesEnd);
  for (let at = <usize>load<u32>(room, RoomWord.bundles); at < end; ) {
    const first = load<u32>(at);
    const codes = load<u32>(at, 4);
    let total = f64x2.splat(0);
    let totalRows: u32 = 0;
    for (let slot = first; slot < first + codes; slot++) {
      total = f64x2.add(total, v128.load(histogram + (<usize>slot << 4)));
      if (counts != 0) totalRows += load<u32>(counts + (<usize>slot << 2));
    }
    const features = load<u32>(at, 8);
    at += 12;
    for (let feature: u32 = 0; feature < features; feature++) {
      const usual = load<u32>(at);
      let rest = total;
      let restRows = totalRows;
      const bins = load<u32>(at, 4);
      at += 8;
      for (let bin: u32 = 0; bin < bins; bin++) {
        const slot = load<u32>(at);
        const last = at + 8 + (<usize>load<u32>(at, 4) << 2);
        let sum = f64x2.splat(0);
        let rows: u32 = 0;
        for (at += 8; at < last; at += 4) {
          const code = <usize>load<u32>(at);
          sum = f64x2.add(sum, v128.load(histogram + (code << 4)));
          if (counts != 0) rows += load<u32>(counts + (code << 2));
        }
        v128.store(histogram + (<usize>slot << 4), sum);
        if (counts != 0) store<u32>(counts + (<usize>slot << 2), rows);
        rest = f64x2.sub(rest, sum);
        restRows -= rows;
      }
      v128.store(histogram + (<usize>usual << 4), rest);
      if (counts != 0) store<u32>(counts + (<usize>usual << 2), restRows);
    }
  }
}
