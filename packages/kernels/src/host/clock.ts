/** Not every host has `performance`. The host is asked at each call: whoever tests sets another clock. */
interface Host {
  readonly performance?: { now(): number };
}

/** What is added to `Date.now()` so that the clock never goes back, and its last reading. */
let added = 0;
let last = Number.NEGATIVE_INFINITY;

/** Milliseconds by a clock that nobody sets back, counted from any moment. */
export function clock(): number {
  const { performance } = globalThis as unknown as Host;
  if (performance !== undefined) return performance.now();
  const now = Date.now() + added;
  // Somebody set the host's clock back.
  if (now < last) added += last - now;
  last = Math.max(now, last);
  return last;
}
