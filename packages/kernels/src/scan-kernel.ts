/** Which compiled scan a criterion uses. */
export interface ScanKernel {
  readonly loop: "newton" | "gini";
  /** Added to each child's sum of hessians; 0 for gini. */
  readonly l2: number;
}
