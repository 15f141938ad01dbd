/**
 * Starts to watch how long this thread lets its other tasks wait, until the function that is returned is called: that gives
 * the stretches between which a task had its turn, by a clock in milliseconds. A timer is such a task. One that asks for its
 * next turn at once would keep a thread awake that else sleeps, and its many short turns would hide the long ones.
 */
export function watchLoop(clock) {
  const stretches = [];
  let last = clock();
  const note = () => {
    const now = clock();
    stretches.push(now - last);
    last = now;
  };
  // Node rounds less up to this, and pages make 4 ms of it.
  const timer = setInterval(note, 1);
  return () => {
    clearInterval(timer);
    note();
    return stretches;
  };
}

/**
 * What this share of tasks wait at most, when they may come at any moment: as many come during a stretch as it is long, and
 * each waits for its end. Of the longer stretches that part is left over which the others of the tasks come in.
 */
export function longestWait(stretches, share) {
  const longest = stretches.toSorted((a, b) => b - a);
  const late = (1 - share) * stretches.reduce((sum, stretch) => sum + stretch, 0);
  let sum = 0;
  for (const [at, stretch] of longest.entries()) {
    sum += stretch;
    const wait = (sum - late) / (at + 1);
    if (wait >= (longest[at + 1] ?? 0)) return wait;
  }
  return 0;
}
