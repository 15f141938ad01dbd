// The module that grows trees: what it exports.

export { winsTieOf } from "./exact/tree-job";
export { growLeaves } from "./bins/grow-leaves";
export { growTree } from "./exact/grow-tree";
export { partPlaces as G, partRows as H } from "./exact/tree-part"; // a hot loop, as those below
export { scanPairs as I } from "./exact/tree-scan"; // another
export { serveTasks, takeTask } from "./grow-tasks";
export { areDone } from "./team";
// What the module of a loss calls, which is instantiated beside this one; its own function goes into the table.
export { expOfEight as exp } from "./math/exp";
export { logOfEight as log } from "./math/log";

// Hot loops, which nobody calls from outside: an exported function stays one of its own. Where the compiler made one large
// function of them, the engine kept their numbers in memory instead of registers, and they took 1.5 to 2.5 times as long. By one letter: names weigh.
export { addRun as a } from "./bins/add-level-gains";
export { countRecords as b, flushAway as c, flushNarrow as d, sumWide as e, sumWideWords as f } from "./bins/histogram";
export { listWrong as g, packBlock as h, swapRecords as i } from "./bins/part-records";
export { addByLeaf as j, deriveClass as J, deriveFours as l, deriveKnown as k, deriveOwn as K, roundPairs as m, sumByLeaf as n } from "./bins/row-passes";
export { sumFour as o, sumStrip4 as p, sumStrip8 as q, sumStrip12 as r, sumStrip16 as s } from "./bins/sum-strips";
export { scanClassesOf as t } from "./bins/scan-classes";
