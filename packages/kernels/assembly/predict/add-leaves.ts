// The leaves that rows have come to, in prediction. P is the type of the places of the leaves.

/** Adds the leaf values at the places of rows, `width` numbers each. */
export function addLeaves<P>(values: usize, places: usize, rows: u32, width: u32, scores: usize): void {
  const end = places + <usize>rows * sizeof<P>();
  if (width == 1) {
    for (; places < end; places += 2 * sizeof<P>(), scores += 16) {
      const first = v128.load64_zero(values + (placeAt<P>(places) << 3));
      const both = v128.load64_lane(values + (placeAt<P>(places + sizeof<P>()) << 3), first, 1);
      v128.store(scores, f64x2.add(v128.load(scores), both));
    }
    return;
  }
  const bytes = <usize>width << 3;
  for (; places < end; places += sizeof<P>()) {
    let value = values + placeAt<P>(places) * bytes;
    for (const last = scores + bytes; scores < last; scores += 8, value += 8) {
      store<f64>(scores, load<f64>(scores) + load<f64>(value));
    }
  }
}

/** Words of 16 bits have a sign that they are leaves. */
@inline
function placeAt<P>(places: usize): usize {
  const place = <usize>load<P>(places);
  return sizeof<P>() == 2 ? place & 0x7fff : place;
}
