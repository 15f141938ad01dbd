// Early stopping, callbacks and evaluation sets of boosting.
import { boosting, type EarlyStopping, logistic, metrics, type RoundReport, type RoundScores } from "cambium";

const data = (offset: number) => ({
  x: Array.from({ length: 40 }, (_, i) => (i * 7 + offset) % 13),
  y: Array.from({ length: 40 }, (_, i) => ((i * 7 + offset) % 13 > 6 ? 1 : 0)),
});
const rule: EarlyStopping = { patience: 3, minDelta: 0.001, metric: "auc" };
const seen: RoundReport[] = [];
const stopAfter = (rounds: number) => (report: RoundReport) => (report.round >= rounds ? "stop" : undefined);

const model = await boosting({ loss: logistic(), rounds: 20, earlyStopping: rule }).fit(data(0), {
  target: "y",
  validation: data(5),
  metrics: ["auc", metrics.brier],
  onRound: (report) => void seen.push(report),
  callbacks: [stopAfter(10)],
});
const curve: readonly RoundScores[] = model.learningCurve;
export const last: number | undefined = curve.at(-1)?.round;
export const rounds: number = model.rounds;
export const seconds: number | undefined = seen[0]?.seconds;
export const labels: readonly (string | number | boolean)[] = model.classes;

const several = await boosting({ rounds: 4, earlyStopping: { patience: Number.POSITIVE_INFINITY, set: "recent" } }).fit(
  data(1),
  {
    target: "y",
    task: "regression",
    validation: { recent: data(2), abroad: data(3) },
  },
);
export const predicted: number = several.predictOne({ x: 3 });
