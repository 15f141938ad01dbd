import { square } from "../util/square.ts";
import type { KnownCut } from "./known-cut.ts";

/** Below this share of the reach at which the tree is expected to end, a cut is left for later. */
const LEAST_SHARE = 0.7;
/** Rows that may turn out to have been worked on for nothing, as a share of all that were worked on. */
const MOST_AT_RISK = 0.03;
/** A wave has at least one of so many known cuts, so that choosing waves costs little in trees of any size. */
const KNOWN_PER_CUT = 256;

/**
 * The cuts that are worked on together, `remaining` cuts before the tree has all its leaves: the one that is made next, and
 * others that will probably be made too. Whoever guesses wrong here loses time, and the tree is the same.
 *
 * A guess is made in three steps. Behind a cut there are about x⁴ others of a reach above r, where x is its own reach by
 * r: for gains that fall by a sixth from a level to the next, which is slow. So the tree ends about where these numbers add
 * up to `remaining`. A cut that reaches x times as far is at risk with 1/x⁴ of its rows.
 *
 * Measured on rows like those of D1 in the bench (28 columns, 60 rounds), against one by one: with 1,000,000 rows and 255 leaves
 * 6 cuts a wave, and 0.6 % more rows moved and summed; with 100,000 rows 3 cuts and 2.3 %; with 31 leaves 2 cuts and 0.7 %. With
 * three times as many rows at risk that is 9 cuts and 3.0 %, 4 cuts and 7.1 %, 3 cuts and 2.3 %; and on columns of categories, where trees lean
 * to one side, the waves are no wider for it, and the rows 11.5 % more and not 2.7 %. Without a bound for the rows at risk, the 255
 * leaves on 100,000 rows took 40 % more from the fiftieth round on: single rows are then cut off, and the cuts behind a cut gain as
 * much as it. x, x² and x⁸ instead of x⁴ gave more waste or narrower waves.
 *
 * `known` are all cuts that the tree has not come to, in the order of their reach. The next one of the tree has to be near.
 */
export function chooseWave(
  known: readonly KnownCut[],
  remaining: number,
  rowsDone: number,
  isNear: (cut: KnownCut) => boolean,
): KnownCut[] {
  const end = reachAtEnd(known, remaining);
  let atRisk = 0;
  for (const cut of known) if (cut.behind !== null) atRisk += riskOf(cut, end);
  // Where the next cut of the tree is not made yet, it is one of them.
  const least = known[0].behind === null ? 1 + Math.floor(known.length / KNOWN_PER_CUT) : 0;
  const wave: KnownCut[] = [];
  // Even if nothing better is found, the tree comes to no other than the first of all.
  const open = known.filter((cut, place) => place < remaining && cut.behind === null && isNear(cut));
  for (const cut of open) {
    const risk = riskOf(cut, end);
    const isProbable = cut.reach >= LEAST_SHARE * end && atRisk + risk <= MOST_AT_RISK * rowsDone;
    if (wave.length >= least && !isProbable) break;
    if (cut !== known[0]) atRisk += risk;
    wave.push(cut);
  }
  return wave;
}

/** The rows of a cut that may not be taken, if the tree ends at this reach. */
function riskOf({ reach, rows }: KnownCut, end: number): number {
  return rows / Math.max(1, square(square(reach / end)));
}

/** The reach of the last cut that the tree is expected to make. */
function reachAtEnd(known: readonly KnownCut[], remaining: number): number {
  const most = known[0].reach;
  let done = 0;
  let sum = 0;
  for (const { behind, reach } of known) {
    const weight = square(square(reach / most));
    const isOpen = behind === null;
    if (done + (isOpen ? 0 : 1) + (sum + (isOpen ? weight : 0)) / weight > remaining) break;
    if (isOpen) sum += weight;
    else done++;
  }
  return most * Math.sqrt(Math.sqrt(sum / (remaining - done)));
}
