import type { JsonReader } from "../util/json-reader.ts";
import { damagedModel } from "./damaged-model.ts";
import { type RoundScores, roundScores, type SetScores } from "./learning-curve.ts";

/**
 * What the header of a model says of its learning curve. The figures stand behind the trees: set after set, in it the loss and
 * then the metrics, of each a number a round.
 */
export interface CurveShape {
  readonly rounds: number;
  readonly sets: readonly string[];
  /** Besides the loss. */
  readonly metrics: readonly string[];
}

/** Null where nothing was measured but what a listener asked for: who listens must not change the bytes of a model. */
export function curveShape(curve: readonly RoundScores[]): CurveShape | null {
  const sets = Object.keys(curve[0]?.sets ?? {});
  if (sets.length === 0) return null;
  const metrics = Object.keys(curve[0].sets[sets[0]]).filter((name) => name !== "loss");
  return { rounds: curve.length, sets, metrics };
}

export function curveBytes(shape: CurveShape | null): number {
  return shape === null ? 0 : 8 * shape.rounds * shape.sets.length * (1 + shape.metrics.length);
}

/** The figures in the order of the file. */
export function* curveFigures(curve: readonly RoundScores[], shape: CurveShape): Generator<number> {
  for (const set of shape.sets) {
    for (const name of ["loss", ...shape.metrics]) {
      for (const { sets } of curve) yield sets[set][name];
    }
  }
}

/** As the header of a file has it that nobody vouches for; null where it has none. */
export function readCurveShape(curve: JsonReader | null): CurveShape | null {
  if (curve === null) return null;
  const names = (field: string) => {
    const found = curve
      .field(field)
      .list()
      .map((name) => name.text());
    if (new Set(found).size === found.length) return found;
    throw damagedModel(`its learning curve names one of its ${field} twice`);
  };
  const shape = { rounds: curve.field("rounds").integer(1, 2 ** 31), sets: names("sets"), metrics: names("metrics") };
  // Without a set a curve of any length would take no bytes.
  if (shape.sets.length === 0) throw damagedModel("its learning curve is of no rows");
  if (shape.metrics.includes("loss")) throw damagedModel("its learning curve has two losses");
  return shape;
}

/** The curve from its figures, once the file is known to have as many as the shape says. */
export function readCurve(shape: CurveShape | null, figureAt: (index: number) => number): RoundScores[] {
  if (shape === null) return [];
  const { rounds, sets, metrics } = shape;
  const names = ["loss", ...metrics];
  return Array.from({ length: rounds }, (_, round) => {
    const of = sets.map((set, s): [string, SetScores] => [
      set,
      Object.fromEntries(
        names.map((name, i) => [name, figureAt((s * names.length + i) * rounds + round)]),
      ) as unknown as SetScores,
    ]);
    return roundScores(round + 1, Object.fromEntries(of));
  });
}
