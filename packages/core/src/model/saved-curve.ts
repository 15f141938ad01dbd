import type { SectionReader } from "../file/read-file.ts";
import { jsonParts, type WrittenSection } from "../file/write-file.ts";
import type { JsonReader } from "../util/json-reader.ts";
import { type RoundScores, roundScores, type SetScores } from "./learning-curve.ts";
import { damagedModel } from "./model-format.ts";

/**
 * What a model file says of a stretch of its learning curve: rounds one after the other that were measured alike. A fit
 * makes one; one that went on from it measured other rows perhaps. Behind all stretches stand the figures: stretch after stretch, in
 * it set after set, in it the loss and then the metrics, of each a number a round.
 */
interface CurveStretch {
  readonly first: number;
  readonly rounds: number;
  readonly sets: readonly string[];
  /** Besides the loss. */
  readonly metrics: readonly string[];
}

/** The parts of a curve; none where nothing was measured. */
export function curveParts(curve: readonly RoundScores[]): WrittenSection["parts"] {
  // Without rounds of which only a listener was told: who listens must not change the bytes of a model.
  const measured = curve.filter(({ sets }) => Object.keys(sets).length > 0);
  const stretches: CurveStretch[] = [];
  for (const { round, sets } of measured) {
    const names = Object.keys(sets);
    const metrics = Object.keys(sets[names[0]]).filter((name) => name !== "meanLoss");
    const last = stretches.at(-1);
    const goesOn = last !== undefined && round === endOf(last);
    if (goesOn && sameNames(last.sets, names) && sameNames(last.metrics, metrics)) {
      stretches[stretches.length - 1] = { ...last, rounds: last.rounds + 1 };
    } else stretches.push({ first: round, rounds: 1, sets: names, metrics });
  }
  return stretches.length === 0 ? [] : [...jsonParts(stretches), Float64Array.from(curveFigures(measured, stretches))];
}

/** The figures in the order of the file. */
function* curveFigures(measured: readonly RoundScores[], stretches: readonly CurveStretch[]): Generator<number> {
  let start = 0;
  for (const { rounds, sets, metrics } of stretches) {
    const entries = measured.slice(start, start + rounds);
    start += rounds;
    for (const set of sets) {
      for (const name of ["meanLoss", ...metrics]) for (const { sets } of entries) yield sets[set][name];
    }
  }
}

/** The round after it. */
function endOf({ first, rounds }: CurveStretch): number {
  return first + rounds;
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

/** The curve of a file that nobody vouches for. */
export function readCurve(section: SectionReader): RoundScores[] {
  const stretches = section.json("its curve").list().map(readStretch);
  stretches.forEach(({ first }, i) => {
    if (i > 0 && first < endOf(stretches[i - 1])) throw damagedModel("the rounds of its learning curve do not ascend");
  });
  const counts = stretches.map(({ rounds, sets, metrics }) => rounds * sets.length * (1 + metrics.length));
  return curveOf(
    stretches,
    section.array(
      "f64",
      counts.reduce((sum, count) => sum + count, 0),
    ),
  );
}

function readStretch(stretch: JsonReader): CurveStretch {
  const names = (field: string) => {
    const found = stretch.field(field).texts();
    if (new Set(found).size === found.length) return found;
    throw damagedModel(`its learning curve names one of its ${field} twice`);
  };
  const first = stretch.field("first").integer(1, 2 ** 31);
  const rounds = stretch.field("rounds").integer(1, 2 ** 31);
  const shape = { first, rounds, sets: names("sets"), metrics: names("metrics") };
  // Without a set a curve of any length would take no bytes.
  if (shape.sets.length === 0) throw damagedModel("its learning curve is of no rows");
  if (shape.metrics.includes("meanLoss")) throw damagedModel("its learning curve has two mean losses");
  return shape;
}

function curveOf(stretches: readonly CurveStretch[], allFigures: Float64Array): RoundScores[] {
  let start = 0;
  return stretches.flatMap(({ first, rounds, sets, metrics }) => {
    const names = ["meanLoss", ...metrics];
    const from = start;
    start += rounds * sets.length * names.length;
    const figures = (s: number, round: number) =>
      names.map((name, i) => [name, allFigures[from + (s * names.length + i) * rounds + round]]);
    return Array.from({ length: rounds }, (_, round) => {
      const found = sets.map((set, s) => [set, Object.fromEntries(figures(s, round)) as SetScores] as const);
      return roundScores(first + round, Object.fromEntries(found));
    });
  });
}
