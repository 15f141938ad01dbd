import type { AbortSignalLike } from "@cambium/core";

/** How often a signal is looked at while a source lets wait, in milliseconds. */
const LOOK_AGAIN = 10;

/**
 * What a promise comes to; rejects with the signal's reason when that is aborted first, whatever becomes of the promise. It looks at the
 * signal by a timer, so that any object with `aborted` will do.
 */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return promise;
  let timer: ReturnType<typeof setInterval> | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const look = () => {
      if (signal.aborted) reject(signal.reason);
    };
    timer = setInterval(look, LOOK_AGAIN);
    look();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    clearInterval(timer);
  }
}
