export { growTree } from "./grow-tree";
export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
