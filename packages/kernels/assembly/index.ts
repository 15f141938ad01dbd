export { growTree } from "./grow-tree";
export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
export { areDone, serveTasks, takeTask } from "./team";
export { orderNumbers, walkTrees } from "./walk-trees";
