export { growTree } from "./grow-tree";
export { partPlaces as G, partRows as H } from "./tree-part"; // a hot loop, as those below
export { scanPairs as I } from "./tree-scan"; // another
export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
export { areDone, serveTasks, takeTask } from "./team";
export { linkLogistic } from "./link-logistic";
export { lowerRanks, rankNumbers } from "./rank-numbers";
export { walkRanks } from "./walk-ranks";
export { orderNumbers, walkTrees } from "./walk-trees";
// What the module of a loss calls, which is instantiated beside this one; its own function goes into the table.
export { expOfEight as exp } from "./exp";
export { logOfEight as log } from "./log";

// Hot loops, which nobody calls from outside: an exported function stays one of its own. Where the compiler made one large
// function of them, the engine kept their numbers in memory instead of registers, and they took 1.5 to 2.5 times as long. By one letter: names weigh.
export { addRun as a } from "./add-level-gains";
export { countRecords as b, flushAway as c, flushNarrow as d, sumWide as e, sumWideWords as f } from "./histogram";
export { listWrong as g, packBlock as h, swapRecords as i } from "./part-records";
export { addByLeaf as j, deriveClass as J, deriveFours as l, deriveKnown as k, deriveOwn as K, roundPairs as m, sumByLeaf as n } from "./row-passes";
export { sumFour as o, sumStrip4 as p, sumStrip8 as q, sumStrip12 as r, sumStrip16 as s } from "./sum-strips";
export { scanClassesOf as t } from "./scan-classes";
export { rankNarrow as u, rankWide as v, startNarrow as w, startWide as x } from "./rank-numbers";
export { addEnds as y, addLeavesAt as z, addNumbersAt as A, askParts as B, askQuestions as C, askTop as D, askWideParts as E } from "./walk-ranks";
export { walkParts as F } from "./walk-ranks";
