import type { Heap } from "./heap.ts";
import { runTask } from "./run-task.ts";
import { BoardWord, TaskWord } from "./task-words.ts";

/** The twin of `takeTask` in `assembly/team.ts`, for the one thread that plain JavaScript has. */
export function takeTask(heap: Heap, board: number, thread: number): number {
  const at = board / 4;
  if (heap.i32[at + BoardWord.parts] <= 0) return 0;
  const task = --heap.i32[at + BoardWord.parts];
  runTask(heap, heap.i32[at + BoardWord.tasks] + 4 * TaskWord.length * task, thread);
  heap.i32[at + BoardWord.callerDone]++;
  return 1;
}
