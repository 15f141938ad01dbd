// Writes the bins of a node's categories into a scratch in the order of what each would say alone, so that the loop over the
// bins of numbers can cut them: the runs from the lowest on hold the best of all partitions.
//
// Where one side of a cut may have no more than a few categories, only these few at either end have to be in order. All between
// them are one bin, whose sums are the same in any order.

import { SortScratch } from "../generated/bins-layout";

const NONE: u32 = 0xffffffff;

let keys: usize = 0;
let codes: usize = 0;

/** Row counts of the sorted bins, and of the missing values after them. */
export function sortedCounts(scratch: usize, binCount: u32): usize {
  return scratch + <usize>SortScratch.counts * (<usize>binCount + 1);
}

/** The category that a sorted bin ends with. */
export function sortedCode(scratch: usize, binCount: u32, bin: u32): u32 {
  return load<u32>(scratch + <usize>SortScratch.codes * (<usize>binCount + 1) + (<usize>bin << 2));
}

/**
 * `counts` is 0 where rows are not counted: then a category without weight is taken for absent. `most` of them may be on one of the
 * two sides; 0 for any number. Gives the number of bins.
 */
export function sortCategories(
  bins: usize,
  binCount: u32,
  counts: usize,
  smoothing: f64,
  most: u32,
  scratch: usize,
): u32 {
  const count = listPresent(bins, binCount, counts, smoothing, scratch);
  const hasMiddle = most != 0 && 2 * <u64>most + 1 < <u64>count;
  if (hasMiddle) {
    sortEnd(0, 1, most, count);
    sortEnd(count - 1, -1, most + 1, count - most);
  } else sortAll(count);
  const sorted = sortedCounts(scratch, binCount);
  const middle = hasMiddle ? most : NONE;
  let bin: u32 = 0;
  for (let place: u32 = 0; place < count; bin++) {
    const end = bin == middle ? count - most : place + 1;
    let pair = f64x2.splat(0);
    let rows: u32 = 0;
    for (; place < end; place++) {
      const code = codeAt(place);
      pair = f64x2.add(pair, v128.load(bins + (<usize>code << 4)));
      if (counts != 0) rows += load<u32>(counts + (<usize>code << 2));
    }
    v128.store(scratch + (<usize>bin << 4), pair);
    if (counts != 0) store<u32>(sorted + (<usize>bin << 2), rows);
    saveCode(bin, codeAt(end - 1));
  }
  v128.store(scratch + (<usize>bin << 4), v128.load(bins + (<usize>binCount << 4)));
  if (counts != 0) store<u32>(sorted + (<usize>bin << 2), load<u32>(counts + (<usize>binCount << 2)));
  return bin;
}

export function isThere(pair: usize, counts: usize, code: u32): bool {
  if (counts != 0) return load<u32>(counts + (<usize>code << 2)) > 0;
  return load<f64>(pair) != 0 || load<f64>(pair, 8) != 0;
}

/** Lists the categories that are there by code, with their keys. */
function listPresent(bins: usize, binCount: u32, counts: usize, smoothing: f64, scratch: usize): u32 {
  const unit = <usize>binCount + 1;
  keys = scratch + <usize>SortScratch.keys * unit;
  codes = scratch + <usize>SortScratch.codes * unit;
  let count: u32 = 0;
  for (let code: u32 = 0; code < binCount; code++) {
    const pair = bins + (<usize>code << 4);
    if (!isThere(pair, counts, code)) continue;
    const weight = load<f64>(pair, 8);
    store<f64>(keys + (<usize>code << 3), weight == 0 ? 0 : -load<f64>(pair) / (weight + smoothing));
    saveCode(count++, code);
  }
  return count;
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

/**
 * Of the `count` codes from a place on, upwards or downwards by `step`, brings the outermost to that end, in order. Few of the others are further
 * out than the outermost so far, so that most cost one comparison.
 */
function sortEnd(start: i32, step: i32, outermost: i32, count: i32): void {
  for (let at = 1; at < count; at++) {
    const code = codeAt(start + step * at);
    let to = at;
    if (at >= outermost) {
      to = outermost - 1;
      const last = codeAt(start + step * to);
      if (!isFurtherOut(code, last, step)) continue;
      saveCode(start + step * at, last);
    }
    for (; to > 0; to--) {
      const inner = codeAt(start + step * (to - 1));
      if (!isFurtherOut(code, inner, step)) break;
      saveCode(start + step * to, inner);
    }
    saveCode(start + step * to, code);
  }
}

@inline
function isFurtherOut(a: u32, b: u32, step: i32): bool {
  return step > 0 ? isBefore(a, b) : isBefore(b, a);
}

/** Sorts the `count` places of a list by the keys that stand there, ties by number. */
export function sortByKeys(places: usize, keysOf: usize, count: u32): void {
  codes = places;
  keys = keysOf;
  sortAll(count);
}

function sortAll(count: u32): void {
  for (let place = count >>> 1; place > 0; place--) sink(place - 1, count);
  for (let end = count; end > 1; end--) {
    const greatest = codeAt(0);
    saveCode(0, codeAt(end - 1));
    saveCode(end - 1, greatest);
    sink(0, end - 1);
  }
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
