export { growTree } from "./grow-tree";
export { partPlaces, partRows } from "./tree-part"; // a hot loop, as those below
export { scanPairs } from "./tree-scan"; // another
export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
export { areDone, serveTasks, takeTask } from "./team";
export { linkLogistic } from "./link-logistic";
export { lowerRanks, rankNumbers } from "./rank-numbers";
export { walkRanks } from "./walk-ranks";
export { orderNumbers, walkTrees } from "./walk-trees";
// What the module of a loss calls, which is instantiated beside this one; its own function goes into the table.
export { exp } from "./exp";
export { log } from "./log";

// Hot loops, which nobody calls from outside: an exported function stays one of its own. Where the compiler made one large
// function of them, the engine kept their numbers in memory instead of registers, and they took 1.5 to 2.5 times as long.
export { addRun } from "./add-level-gains";
export { countRecords, flushAway, flushNarrow, sumWide, sumWideWords } from "./histogram";
export { listWrong, packBlock, swapRecords } from "./part-records";
export { addByLeaf, derive, deriveFours, roundPairs, sumByLeaf } from "./row-passes";
export { sumFour, sumStrip4, sumStrip8, sumStrip12, sumStrip16 } from "./sum-strips";
export { scanClassesOf } from "./scan-classes";
export { rankNarrow, rankWide, startNarrow, startWide } from "./rank-numbers";
export { addEnds, addLeavesAt, addNumbersAt, askParts, askQuestions, askTop, askWideParts } from "./walk-ranks";
export { walkParts } from "./walk-ranks";
