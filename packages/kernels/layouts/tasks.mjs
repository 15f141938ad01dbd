export const TaskWord = {
  unit: "u32",
  about: "A task: one share of some work, small enough to hand out.",
  fields: {
    kind: "A `TaskKind`; the module `predict` has one kind.",
    job: "Offset.",
    "from to": "",
    out: "Offset.",
  },
};

export const TaskKind = {
  about: "The function of the module `grow` that runs a task.",
  values: [
    "packRecords",
    "derive",
    "roundPairs",
    "sumPairs",
    "addToScores",
    "markLeaf",
    "sumByLeaf",
    "addByLeaf",
    "layRecords",
    "binColumn",
    "growTree",
    "loadShare",
    "searchShare",
    "partShare",
    "findShares",
    "growLeaves",
  ],
};

// A line that two cores take from each other costs 0.2 to 0.4 µs each time, so what one thread writes while another looks
// at something else is 128 bytes from it.
export const BoardWord = {
  unit: "i32",
  about: "The board of a team; a `PartWord` for each part of its list follows.",
  align: 128,
  fields: {
    tasks: "Offset of the list.",
    homes: "How many parts the list has: one for each thread.",
    unended: "Offset of the job that the caller's thread has summed rows of and has still to end; 0: none.",
    callerDone: "Tasks that the caller's thread has done.",
    opened: ["i32@128", "How often a list was opened: workers look at it, and sleepers wait on it."],
    isOver: "",
    sleepers: ["i32@128", ""],
    done: ["i32@128", "Tasks that workers have done."],
  },
};

export const PartWord = {
  unit: "i32",
  about: "A part of the list of a board.",
  align: 128,
  fields: {
    untaken: "Tasks that nobody has taken, counted down.",
    start: "Its first task in the list.",
  },
};
