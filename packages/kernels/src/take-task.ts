import { BoardWord, PartWord, TaskWord } from "./generated/tasks-layout.ts";
import type { Heap } from "./heap.ts";
import { runTask } from "./run-task.ts";

/** The twin of `takeTask` in `assembly/team.ts`, for the one thread that plain JavaScript has. */
export function takeTask(heap: Heap, board: number, thread: number): number {
  const at = board / 4;
  const part = at + BoardWord.size;
  if (heap.i32[part + PartWord.untaken] <= 0) return 0;
  const task = --heap.i32[part + PartWord.untaken];
  runTask(heap, heap.i32[at + BoardWord.tasks] + 4 * TaskWord.size * task, thread);
  heap.i32[at + BoardWord.callerDone]++;
  return 1;
}
