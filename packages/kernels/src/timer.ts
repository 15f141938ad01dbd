/** Resolves with null after so long, unless it is stopped. */
export function timer(milliseconds: number): { readonly done: Promise<null>; stop(): void } {
  const { setTimeout, clearTimeout } = globalThis as unknown as {
    setTimeout(done: () => void, milliseconds: number): unknown;
    clearTimeout(timer: unknown): void;
  };
  let started: unknown;
  const done = new Promise<null>((resolve) => {
    started = setTimeout(() => resolve(null), milliseconds);
  });
  return { done, stop: () => clearTimeout(started) };
}
