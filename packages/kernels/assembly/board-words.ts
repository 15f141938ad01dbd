// Places on the board of a team, i32 words, times 4. `src/task-words.ts` has the same numbers. What one thread writes while another looks at
// something else is 128 bytes from it: a line that two cores take from each other costs 0.2 to 0.4 µs each time.

export const TASKS: usize = 0; // offset of the list
export const HOMES: usize = 4; // how many parts the list has: one for each thread
export const UNENDED: usize = 8; // offset of the job that the caller's thread has summed rows of, and is yet to end; 0: none
export const CALLER_DONE: usize = 12; // tasks that the caller's thread has done
export const BESIDE: usize = 16; // offset of another board, whose tasks the same workers take, and whose lists count as opened here; 0: none
export const IS_OWN: usize = 20; // 1: its tasks are for every other thread only, those of this board
export const OPENED: usize = 128; // how often a list was opened: what workers look at, and sleepers wait on
export const IS_OVER: usize = 132;
export const SLEEPERS: usize = 256;
export const DONE: usize = 384; // tasks that workers have done
export const PARTS: usize = 512; // for each part two words: its tasks that nobody has taken, counted down, and where it begins in the list
export const PART_BYTES: usize = 128;
