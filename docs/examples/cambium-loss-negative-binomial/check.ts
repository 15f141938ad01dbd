import { assertPassed, checkLoss } from "@cambium/testing";
import { negativeBinomial } from "./index.ts";

const report = await checkLoss(negativeBinomial({ dispersion: 0.5 }), { revive: negativeBinomial });
console.log(String(report));
assertPassed(report);
