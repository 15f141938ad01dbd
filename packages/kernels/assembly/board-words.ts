// Places on the board of a team, i32 words, times 4. `src/task-words.ts` has the same numbers.

export const LEFT: usize = 0; // tasks that nobody has taken, counted down
export const DONE: usize = 4;
export const OPENED: usize = 8; // how often a list was opened: what sleepers wait on
export const SLEEPERS: usize = 12;
export const IS_OVER: usize = 16;
export const TASKS: usize = 20; // offset of the list
export const UNENDED: usize = 24; // offset of the job that the caller's thread has summed rows of, and is yet to end; 0: none
export const HOMES: usize = 28; // how many parts the list has: one for each thread
export const PARTS: usize = 32; // for each part two words: its tasks that nobody has taken, counted down, and where it begins in the list
