import type { ClassificationTarget, ClassLoss, Loss } from "@cambium/core";

/** Not a number that a loss would write by chance. */
const ELSEWHERE = 98765.432;

/** What the scores of a row's other classes are while one of them is varied. */
export type OtherScores = (target: ClassificationTarget, row: number, place: number) => number;

/**
 * A loss with a score for each class, seen as one of a single score: that of one class, while those of the others stay. What holds for
 * any loss can so be asked of each of its scores.
 */
export function classView(loss: ClassLoss, place: number, othersOf: OtherScores): Loss<"classification"> {
  const { spec, task, constantHessian, curvature, startsAtBest, coupling } = loss;
  const scoresAt = (target: ClassificationTarget, row: number, score: number) =>
    Float64Array.from(target.classes, (_, code) => (code === place ? score : othersOf(target, row, code)));
  return {
    ...{ spec, task, constantHessian, coupling, link: "logistic" },
    ...(curvature !== undefined && { curvature }),
    ...(startsAtBest !== undefined && { startsAtBest }),
    checkTarget: (target) => loss.checkTarget(target),
    initialScore: (target) => loss.initialScores(target)[place],
    value: (target, row, score) => loss.value(target, row, scoresAt(target, row, score)),
    derivatives(target, scores, gradients, hessians, start, end) {
      const rowCount = target.codes.length;
      const own = (array: Float64Array) => array.subarray(place * rowCount, (place + 1) * rowCount);
      // What stands in the caller's arrays goes along: it shows whether it is written over.
      const widened = (array: Float64Array) => {
        const wide = new Float64Array(rowCount * target.classes.length).fill(ELSEWHERE);
        own(wide).set(array);
        return wide;
      };
      const all = widened(scores);
      for (let row = 0; row < rowCount; row++) {
        scoresAt(target, row, scores[row]).forEach((score, code) => {
          all[code * rowCount + row] = score;
        });
      }
      const [first, second] = [widened(gradients), hessians && widened(hessians)];
      loss.derivatives(target, all, first, second, start, end);
      gradients.set(own(first));
      if (second !== null) hessians?.set(own(second));
    },
  };
}
