import { BoardWord, PartWord, TaskWord } from "./generated/tasks-layout";

// Threads that share a list of tasks. The caller writes the list and opens it; whoever is free takes the next one. A worker
// that finds nothing looks again and again for as long as a hand-over usually takes, and only then sleeps: waking it costs
// the caller 5 to 50 µs, a look 0.3. Each module has a `takeTask` of its own, which knows its kinds of tasks. `src/arena/team.ts` is the caller's side.
//
// A thread takes the tasks of its own part of the list first, which are on the rows that it worked on before, and then those of the
// others: the cores of some processors have caches of their own, and fetch from another's as slowly as from the memory.

/** Looks before a worker sleeps: some 200 µs. */
const LOOKS: u32 = 200_000;

/** A worker sleeps no longer than this, in nanoseconds, should a call to wake it ever be lost. */
const SLEEP: i64 = 100_000_000;

/** What `awaitTasks` gives when there is no more to come. */
export const OVER: i32 = -1;

/** The next task, which the thread has to run and to count as done; 0 where there is none. Tasks are taken from the end of a part. */
export function takenTask(board: usize, thread: u32): usize {
  const homes = load<u32>(board, BoardWord.homes);
  for (let i: u32 = 0; i < homes; i++) {
    const part = board + BoardWord.size + <usize>((thread + i) % homes) * PartWord.size;
    if (atomic.load<i32>(part, PartWord.untaken) <= 0) continue;
    // Others may have been quicker since: then what is taken is no task, and the count is set anew with the next list.
    const task = atomic.sub<i32>(part, 1, PartWord.untaken) - 1;
    if (task < 0) continue;
    return <usize>load<u32>(board, BoardWord.tasks) + <usize>(load<u32>(part, PartWord.start) + task) * TaskWord.size;
  }
  return 0;
}

export function countAsDone(board: usize, thread: u32): void {
  if (thread != 0) atomic.add<i32>(board + BoardWord.done, 1);
  else if (load<u32>(board, BoardWord.unended) == 0) {
    store<u32>(board, load<u32>(board, BoardWord.callerDone) + 1, BoardWord.callerDone);
  }
}

/** What a worker does between two lists: gives how often one was opened, once that is not `seen` any more. */
export function awaitTasks(board: usize, seen: i32): i32 {
  let looks: u32 = 0;
  while (atomic.load<i32>(board + BoardWord.isOver) == 0) {
    const opened = atomic.load<i32>(board + BoardWord.opened);
    if (opened != seen) return opened;
    if (++looks < LOOKS) continue;
    looks = 0;
    atomic.add<i32>(board + BoardWord.sleepers, 1);
    if (atomic.load<i32>(board + BoardWord.isOver) == 0) atomic.wait<i32>(board + BoardWord.opened, seen, SLEEP);
    atomic.sub<i32>(board + BoardWord.sleepers, 1);
  }
  return OVER;
}

/** Looks up to `looks` times whether so many tasks are done. */
export function areDone(board: usize, count: i32, looks: u32): bool {
  const byWorkers = count - load<i32>(board, BoardWord.callerDone);
  for (let look: u32 = 0; look < looks; look++) if (atomic.load<i32>(board + BoardWord.done) >= byWorkers) return true;
  return false;
}
