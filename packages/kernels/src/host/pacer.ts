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
  let last = clock();
  return {
    due: () => clock() - last >= PAUSE_AFTER_MILLISECONDS,
    async pause() {
      await nextTurn(globalThis as unknown as Host);
      last = clock();
      if (signal?.aborted) throw signal.reason;
    },
  };
}

/** What to call when it is the turn of a paused pacer, in the order of their pauses. */
const waiting: (() => void)[] = [];
/** The function that the host was asked by to resume the first of them. */
let askedBy: unknown;

/**
 * Resolves in a task of its own. Several fits at the same time would each work for 8 ms in the same turn of the event loop, so each task
 * resumes one pacer and asks for the next task.
 */
function nextTurn(host: Host): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    // Tests replace the timers of a host. Those that were replaced may never fire.
    if (waiting.length === 1 || askedBy !== timerOf(host)) resumeInNextTask(host);
  });
}

function resumeInNextTask(host: Host): void {
  askedBy = timerOf(host);
  inNextTask(host, () => {
    const resume = waiting.shift();
    if (waiting.length > 0) resumeInNextTask(host);
    resume?.();
  });
}

function timerOf({ setImmediate, MessageChannel, setTimeout }: Host): unknown {
  return setImmediate ?? MessageChannel ?? setTimeout;
}

/**
 * A macrotask without the 4 ms that browsers add to nested timeouts. The channel is closed after its one message: an
 * open port would keep a process alive. A host without either has timeouts, or else no tasks to wait for but those of promises.
 */
function inNextTask({ setImmediate, MessageChannel, setTimeout }: Host, callback: () => void): void {
  if (setImmediate) setImmediate(callback);
  else if (MessageChannel) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      callback();
    };
    port2.postMessage(null);
  } else if (setTimeout) setTimeout(callback, 0);
  else callback();
}
