import { clock } from "./clock.ts";

/** Decides when a long loop lets the host's event loop run. */
export interface Pacer {
  /** True when 8 ms have passed since the last pause. Reads the clock: ask once per some 64 kB of work, not per row. */
  due(): boolean;
  /** Lets other tasks run, then throws the signal's reason if it was aborted. */
  pause(): Promise<void>;
}

/** The part of an `AbortSignal` that a pacer reads. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
}

const PAUSE_AFTER_MILLISECONDS = 8;

/** The parts of Node and of a browser that a pause may use. */
interface Host {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly MessageChannel?: new () => { readonly port1: Port; readonly port2: Port };
  readonly setTimeout?: (callback: () => void, milliseconds: number) => unknown;
}

interface Port {
  onmessage: (() => void) | null;
  postMessage(message: null): void;
  close(): void;
}

export function createPacer(signal?: StopSignal): Pacer {
  const host = globalThis as unknown as Host;
  let last = clock();
  return {
    due: () => clock() - last >= PAUSE_AFTER_MILLISECONDS,
    async pause() {
      await nextTask(host);
      last = clock();
      if (signal?.aborted) throw signal.reason;
    },
  };
}

/**
 * A macrotask without the 4 ms that browsers add to nested timeouts. The channel is closed after its one message: an
 * open port would keep a process alive. A host without either has timeouts, or else no tasks to wait for but those of promises.
 */
function nextTask(host: Host): Promise<void> {
  return new Promise((resolve) => {
    if (host.setImmediate) {
      host.setImmediate(resolve);
      return;
    }
    if (!host.MessageChannel) {
      if (host.setTimeout) host.setTimeout(resolve, 0);
      else resolve();
      return;
    }
    const { port1, port2 } = new host.MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
