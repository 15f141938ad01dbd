const host = globalThis as unknown as { readonly performance: { now(): number } };

/** Milliseconds by a clock that nobody sets back, counted from any moment. */
export function clock(): number {
  return host.performance.now();
}
