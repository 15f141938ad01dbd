// Places on the board of a team, i32 words, times 4. `src/task-words.ts` has the same numbers.

export const LEFT: usize = 0; // tasks that nobody has taken, counted down; below 1 there is none
export const DONE: usize = 4;
export const OPENED: usize = 8; // how often a list was opened: what sleepers wait on
export const SLEEPERS: usize = 12;
export const IS_OVER: usize = 16;
export const TASKS: usize = 20; // offset of the list
export const UNENDED: usize = 24; // offset of the job that the caller's thread has summed rows of, and is yet to end; 0: none
