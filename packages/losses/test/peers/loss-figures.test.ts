import { atOnce, initialScoreOf } from "@cambium/core";
import { describe, expect, test } from "vitest";
import { builtInLosses } from "../../src/index.ts";
import { type LossCase, lossCases, lossOf, targetOf } from "./loss-cases.ts";

/** By target, and for each by score. */
type Grid = readonly (readonly number[])[];

interface FiguresCase extends LossCase {
  readonly targets: readonly number[];
  readonly scores: readonly number[];
  readonly values?: Grid;
  readonly gradients?: Grid;
  readonly hessians?: Grid;
  /** The peer's second derivatives, of which ours are bounds. */
  readonly boundedHessians?: Grid;
  readonly initialScore?: number;
  readonly weights?: readonly number[];
  readonly weightedInitialScore?: number;
}

const cases = lossCases<FiguresCase>("loss-figures");

describe.each(cases)("$peer, $name", (figuresCase) => {
  const { targets, scores, tolerances, initialScore, weights, weightedInitialScore } = figuresCase;
  const { relative = 0 } = tolerances.figures;
  const loss = lossOf(figuresCase);

  /** Compares each figure of the peer with ours. */
  function compare(theirs: Grid, ours: (y: number, score: number) => number, isNear = near): void {
    for (const [i, y] of targets.entries()) {
      for (const [j, score] of scores.entries()) {
        const message = `target ${y}, score ${score}: ours ${ours(y, score)}, theirs ${theirs[i][j]}`;
        expect(isNear(ours(y, score), theirs[i][j], y), message).toBe(true);
      }
    }
  }

  const within = (theirs: number, y: number) => relative * Math.max(1, Math.abs(theirs), Math.abs(y));
  const near = (ours: number, theirs: number, y: number) => Math.abs(ours - theirs) <= within(theirs, y);
  const atLeast = (ours: number, theirs: number, y: number) => ours >= theirs - within(theirs, y);

  function derivativesAt(y: number, score: number): [gradient: number, hessian: number] {
    const [gradients, hessians] = [new Float64Array(1), new Float64Array(1).fill(1)];
    const target = targetOf(loss, [y], null);
    loss.derivatives(target, Float64Array.of(score), gradients, loss.constantHessian ? null : hessians, 0, 1);
    return [gradients[0], hessians[0]];
  }

  test("says what the peer says of each row", () => {
    const { values, gradients, hessians, boundedHessians } = figuresCase;
    if (values) compare(values, (y, score) => loss.value(targetOf(loss, [y], null), 0, score));
    if (gradients) compare(gradients, (y, score) => derivativesAt(y, score)[0]);
    if (hessians) compare(hessians, (y, score) => derivativesAt(y, score)[1]);
    if (boundedHessians) {
      expect(loss.curvature).toBe("bound");
      compare(boundedHessians, (y, score) => derivativesAt(y, score)[1], atLeast);
    }
    const starts: [number | undefined, readonly number[] | null][] = [
      [initialScore, null],
      [weightedInitialScore, weights ?? null],
    ];
    for (const [theirs, by] of starts) {
      if (theirs === undefined) continue;
      const ours = atOnce(initialScoreOf(loss, targetOf(loss, targets, by)));
      expect(near(ours, theirs, 0), `initial score ${ours}, theirs ${theirs}`).toBe(true);
    }
  });
});

test("a peer knows each of our losses", () => {
  const known = [...cases, ...lossCases("loss-class-figures")].map(({ loss }) => loss);
  expect(new Set(known)).toEqual(new Set(Object.keys(builtInLosses)));
});
