/** Not every host has timers. */
interface Host {
  readonly setTimeout?: (done: () => void, milliseconds: number) => unknown;
  readonly clearTimeout?: (timer: unknown) => void;
}

export interface Timer {
  readonly done: Promise<null>;
  stop(): void;
  /** Lets a process end before. */
  letEnd(): void;
}

/** Resolves with null after so long, unless it is stopped, or the host has no timers. */
export function timer(milliseconds: number): Timer {
  const host = globalThis as unknown as Host;
  let started: unknown;
  const done = new Promise<null>((resolve) => {
    started = host.setTimeout?.(() => resolve(null), milliseconds);
  });
  return {
    done,
    stop: () => host.clearTimeout?.(started),
    letEnd: () => (started as { unref?(): void } | undefined)?.unref?.(),
  };
}
