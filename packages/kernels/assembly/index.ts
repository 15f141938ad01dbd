export { growTree } from "./grow-tree";
export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
export { countBins, subtractBins, subtractCounts, sumBins } from "./histogram";
export { countLeft, partBins } from "./part-bins";
export { orderNumbers, walkTrees } from "./walk-trees";
export { scanBins } from "./scan-bins";
export { binColumn } from "./bin-column";
