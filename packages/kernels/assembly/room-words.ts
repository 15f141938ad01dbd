// Offsets that a loop works with are whole words, or are read as <usize><i64>load<f64>(…): the engine repeats the direct
// conversion of a float64 to 32 bits in every turn of a loop, which took 6 of 10 ns in a pass over rows.

// Places in a room and in a job on one of its nodes, u32 words, times 4. `src/room-words.ts` has the same numbers.

/** A room: what all its nodes have in common. */
export const COLUMNS: usize = 0; // of the records: features, and behind them bundles of them
export const STRIDE: usize = 4; // bytes from one record to the next
export const HAS_WIDE_BINS: usize = 8; // bins are u16
export const SLOTS: usize = 12; // of a histogram
export const SLOT_STARTS: usize = 16; // offset of u32 by column: its first slot
export const IS_NARROW: usize = 20; // whether this tree's records carry narrow pairs
export const PAIRS: usize = 24; // offset of f64 gradient and hessian by row
export const COUNTS_ROWS: usize = 28;
export const ACCUMULATORS: usize = 32; // offset of those of thread 0
export const ACCUMULATOR_BYTES: usize = 36; // of one thread
export const ALL_RECORDS: usize = 40; // offset of the records of all rows, by row
export const RECORDS: usize = 44; // offset of those of the tree's rows, as nodes have them one after the other
export const GRADIENT_STEP: usize = 48; // f64: what a narrow gradient of 1 stands for, a power of two
export const HESSIAN_STEP: usize = 56;
export const ROWS: usize = 64; // offset of u32: the row of each of the tree's records
export const LISTS: usize = 68; // offset of 2,048 u32 by thread, for lists
export const BOARD: usize = 72; // offset of the board of the threads
export const CLASS_PAIRS: usize = 76; // offset of u8 by row: the pair of classes that it adds to; 0: all add to the first
export const PAIR_SLOTS: usize = 80; // of a histogram, of one pair of classes
export const BUNDLES: usize = 84; // offset of the table of bundles, and where it ends
export const BUNDLES_END: usize = 88;

/** A job: one node. */
export const ROOM: usize = 0; // offset
export const START: usize = 4; // its run of rows
export const END: usize = 8;
export const BIN_AT: usize = 12; // bytes into a record, to the bin that parts the rows
export const SIDES: usize = 16; // offset of a byte by bin: 1 for those that go right
export const CLAIMED: usize = 20; // blocks that a thread has taken, and those of them at either end of the run
export const CLAIMED_LEFT: usize = 24;
export const CLAIMED_RIGHT: usize = 28;
export const UNSETTLED: usize = 32; // blocks that a thread left with rows of both sides
export const UNSETTLED_LIST: usize = 36; // offset of u32: where they begin
export const PLACED_LEFT: usize = 40; // rows on the left, once all are parted
export const PENDING: usize = 44; // tasks on this node that are not done
export const LOCK: usize = 48; // of the histogram that is summed
export const SUMMED_SIDE: usize = 52; // the child that is summed: 0 left, 1 right, 2 neither
export const HISTOGRAM: usize = 56; // offset of what is summed
export const COUNTS: usize = 60;
export const PARENT: usize = 64; // offset of the histogram from which it is taken away; 0: none
export const PARENT_COUNTS: usize = 68;
export const IS_FILLED: usize = 72; // whether anything was added to the histogram yet
