export { scanGini } from "./scan-gini";
export { scanNewton } from "./scan-newton";
