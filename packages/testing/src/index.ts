// A kit per seam: `assertPassed(await checkLoss(myLoss()))` under any test runner, or `console.log(String(report))` by hand.
export { checkCriterion } from "./criterion/check-criterion.ts";
export { checkGrower } from "./grower/check-grower.ts";
export { checkLoss, type LossSamples } from "./loss/check-loss.ts";
export { checkPruning } from "./pruning/check-pruning.ts";
export { assertPassed } from "./report/assert-passed.ts";
export type { CheckResult, Report } from "./report/report.ts";
export { checkSplitter } from "./splitter/check-splitter.ts";
export type { SplitterScope } from "./splitter/splitter-scope.ts";
export { checkTable } from "./table/check-table.ts";
