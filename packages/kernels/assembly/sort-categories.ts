// Writes the bins of a node's categories into a scratch in the order of what each would say alone, so that the loop over the
// bins of numbers can cut them: the runs from the lowest on hold the best of all partitions. `src/sort-categories.ts` is the same.

// Places in the scratch, in units of one more than there are bins: pairs, keys, codes, row counts.
const KEYS: usize = 16;
const CODES: usize = 24;
const COUNTS: usize = 28;

let keys: usize = 0;
let codes: usize = 0;

/** Row counts of the sorted categories, and of the missing values after them. */
export function sortedCounts(scratch: usize, binCount: u32): usize {
  return scratch + COUNTS * (<usize>binCount + 1);
}

/** `counts` is 0 where rows are not counted: then a category without weight is taken for absent. Gives the number of those that are there. */
export function sortCategories(bins: usize, binCount: u32, counts: usize, smoothing: f64, scratch: usize): u32 {
  const unit = <usize>binCount + 1;
  keys = scratch + KEYS * unit;
  codes = scratch + CODES * unit;
  let count: u32 = 0;
  for (let code: u32 = 0; code < binCount; code++) {
    const pair = bins + (<usize>code << 4);
    if (!isThere(pair, counts, code)) continue;
    const weight = load<f64>(pair, 8);
    store<f64>(keys + (<usize>code << 3), weight == 0 ? 0 : -load<f64>(pair) / (weight + smoothing));
    saveCode(count++, code);
  }
  for (let place = count >>> 1; place > 0; place--) sink(place - 1, count);
  for (let end = count; end > 1; end--) {
    const greatest = codeAt(0);
    saveCode(0, codeAt(end - 1));
    saveCode(end - 1, greatest);
    sink(0, end - 1);
  }
  const sorted = sortedCounts(scratch, binCount);
  for (let place: u32 = 0; place <= count; place++) {
    const code = place < count ? codeAt(place) : binCount;
    v128.store(scratch + (<usize>place << 4), v128.load(bins + (<usize>code << 4)));
    if (counts != 0) store<u32>(sorted + (<usize>place << 2), load<u32>(counts + (<usize>code << 2)));
  }
  return count;
}

export function isThere(pair: usize, counts: usize, code: u32): bool {
  if (counts != 0) return load<u32>(counts + (<usize>code << 2)) > 0;
  return load<f64>(pair) != 0 || load<f64>(pair, 8) != 0;
}

@inline
function codeAt(place: u32): u32 { return load<u32>(codes + (<usize>place << 2)); }
@inline
function saveCode(place: u32, code: u32): void { store<u32>(codes + (<usize>place << 2), code); }

@inline
function isBefore(a: u32, b: u32): bool {
  const ka = load<f64>(keys + (<usize>a << 3));
  const kb = load<f64>(keys + (<usize>b << 3));
  return ka < kb || (!(kb < ka) && a < b);
}

/** Lets a code sink in a heap whose greatest stands at the top. */
function sink(start: u32, count: u32): void {
  const code = codeAt(start);
  let place = start;
  for (let child: u32 = 2 * place + 1; child < count; child = 2 * place + 1) {
    if (child + 1 < count && isBefore(codeAt(child), codeAt(child + 1))) child++;
    if (!isBefore(code, codeAt(child))) break;
    saveCode(place, codeAt(child));
    place = child;
  }
  saveCode(place, code);
}
