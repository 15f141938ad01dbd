// The module that predicts: what it exports.

import { TaskWord } from "./generated/tasks-layout";
import { awaitTasks, countAsDone, OVER, takenTask } from "./team";
import { walkTrees } from "./predict/walk-block";

export { areDone } from "./team";
export { linkLogistic } from "./predict/link-logistic";
export { walkTrees } from "./predict/walk-block";

// Hot loops, each a function of its own, as in `grow.ts`.
export { askParts as a, askQuestions as b, askTop as c, walkParts as d } from "./predict/walk-ranks";

/** Takes a task and runs it; false where there is none. All tasks are blocks of rows that go down trees. */
export function takeTask(board: usize, thread: u32): bool {
  const task = takenTask(board, thread);
  if (task == 0) return false;
  walkTrees(<usize>load<u32>(task, TaskWord.job), load<u32>(task, TaskWord.to));
  countAsDone(board, thread);
  return true;
}

/** What a worker does until the caller has no more work for it. */
export function serveTasks(board: usize, thread: u32): void {
  for (let seen = awaitTasks(board, 0); seen != OVER; seen = awaitTasks(board, seen)) while (takeTask(board, thread)) {}
}
