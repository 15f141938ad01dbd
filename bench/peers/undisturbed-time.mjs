import { existsSync, openSync, readSync } from "node:fs";

/** How long this thread ran, and how long it was ready and waited for a processor, in nanoseconds. */
const SCHEDULE = "/proc/thread-self/schedstat";

/**
 * A clock of this thread in milliseconds, which stands still while the machine gives its processors to others: what makes
 * tasks wait is then the thread's own work, and whatever it waits for. Where the system does not tell, it is the usual one.
 */
export function undisturbedTime() {
  if (!existsSync(SCHEDULE)) return () => performance.now();
  const file = openSync(SCHEDULE);
  const bytes = Buffer.alloc(64);
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const [, ready] = bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0)).split(" ");
    // The system tells of a wait a moment late. A clock does not go back then: it stands until that is made up for.
    last = Math.max(last, performance.now() - Number(ready) / 1e6);
    return last;
  };
}
