import type { Tree } from "../tree/tree.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { mapSteadily } from "../util/map-steadily.ts";
import { chooseWave } from "./choose-wave.ts";
import { growWhole } from "./grow-whole.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenNode } from "./growing-tree.ts";
import { KnownCut } from "./known-cut.ts";
import { QueueOfCuts } from "./queue-of-cuts.ts";

/**
 * Best first: of all open nodes the one whose cut gains most is cut next, until the tree has `leaves` leaves. Of equal
 * gains the node that was made first is cut. The finished tree is numbered level by level: a
 * limit that is never reached gives the same tree, byte for byte, as growth by depth.
 *
 * A search that grows such trees whole is left to it. Else, where the search gains by it, the work runs ahead of the tree: with the
 * best cut others are made that will probably be next. The tree then takes them one by one as if they had just been made, and those
 * that it does not come to are dropped.
 */
export function leafGrower(leaves: number): Grower {
  checkArgument("leafGrower", leaves, integerFrom(1));
  return { name: "leaf", grow: (plan) => growWhole(plan, leaves) ?? growBestFirst(plan, leaves) };
}

async function growBestFirst(plan: GrowPlan, leaves: number): Promise<Tree> {
  const work = new WorkAhead(plan);
  const queue = new QueueOfCuts();
  const root = await work.root();
  if (leaves > 1) for (const cut of await work.cutOf(root)) queue.push(cut);
  for (let remaining = leaves - 1; remaining > 0; remaining--) {
    const best = queue.first;
    if (best === undefined) break;
    const behind = best.behind ?? (await work.on(best, remaining));
    queue.pop();
    best.isTaken = true;
    for (const cut of behind) queue.push(cut);
    if (plan.pacer.due()) await plan.pacer.pause();
  }
  return work.finish();
}

/** A tree in which cuts were made that are not taken yet, and may never be. */
class WorkAhead {
  readonly #tree: GrowingTree;
  /** All cuts that are not taken, in the order of their reach since waves were chosen last, and then those that were found since. */
  #known: KnownCut[] = [];
  #rowsDone = 0;

  constructor(private readonly plan: GrowPlan) {
    this.#tree = new GrowingTree(plan);
  }

  root(): Promise<OpenNode> {
    return this.#tree.root();
  }

  /** The cut of the root, where it has one. */
  async cutOf(root: OpenNode): Promise<readonly KnownCut[]> {
    const cuts = await this.#tree.findCuts([root]);
    this.#known = cuts.map((cut) => new KnownCut(cut, null));
    return this.#known;
  }

  /** Makes the best of all known cuts, and others with it; gives those behind the best. */
  async on(best: KnownCut, remaining: number): Promise<readonly KnownCut[]> {
    // Whoever watches is told of the nodes one by one, and of no others.
    const runsAhead = this.plan.search.regionOf !== undefined && this.plan.onNode === undefined;
    let wave = runsAhead ? this.#waveOf(best, remaining) : [best];
    while (wave.length > 0) {
      await this.#make(wave, remaining);
      if (!runsAhead || remaining === 1) break;
      wave = this.#waveOf(best, remaining);
    }
    return best.behind ?? [];
  }

  /** The cuts behind these are not looked for where none is to follow. */
  async #make(wave: readonly KnownCut[], remaining: number): Promise<void> {
    const children = await this.#tree.apply(wave, remaining === 1);
    const behind = mapSteadily(wave, (): KnownCut[] => []);
    for (const cut of remaining === 1 ? [] : await this.#tree.findCuts(children)) {
      // Two children of each cut, one after the other.
      const parent = (cut.id - children[0].id) >> 1;
      const known = new KnownCut(cut, wave[parent]);
      behind[parent].push(known);
      this.#known.push(known);
    }
    for (const [i, cut] of wave.entries()) {
      cut.behind = behind[i];
      this.#rowsDone += cut.rows;
    }
  }

  /** Of the region of the best. */
  #waveOf(best: KnownCut, remaining: number): KnownCut[] {
    const regionOf = ({ node }: KnownCut) => this.plan.search.regionOf?.(node);
    const region = regionOf(best);
    const isNear = (cut: KnownCut) => regionOf(cut) === region;
    return chooseWave(this.#inOrderOfReach(best, remaining), remaining, this.#rowsDone, isNear);
  }

  /** Begins with the best, whatever reaches as far; those that the tree comes to in no case are left out, but for what was made. */
  #inOrderOfReach(best: KnownCut, remaining: number): readonly KnownCut[] {
    const inOrder = [best];
    const others: KnownCut[] = [];
    best.reachAnew();
    // Cuts stand behind those above them here, and so they do when they are in order.
    for (const cut of this.#known) {
      if (cut.isTaken || cut === best) continue;
      cut.reachAnew();
      (cut.reach > inOrder[inOrder.length - 1].reach ? others : inOrder).push(cut);
    }
    others.sort((a, b) => b.reach - a.reach);
    const known = merge(inOrder, others);
    this.#known = known.filter(({ behind }, place) => place < remaining || behind !== null);
    return this.#known;
  }

  finish(): Promise<Tree> {
    const ahead = this.#known.filter(({ behind, isTaken }) => behind !== null && !isTaken);
    return this.#tree.finish(new Set(ahead.map(({ id }) => id)));
  }
}

/** Both in the order of their reach; of equals, those of the first one come first. */
function merge(first: readonly KnownCut[], second: readonly KnownCut[]): KnownCut[] {
  const merged: KnownCut[] = [];
  let next = 0;
  for (const cut of first) {
    while (next < second.length && second[next].reach > cut.reach) merged.push(second[next++]);
    merged.push(cut);
  }
  while (next < second.length) merged.push(second[next++]);
  return merged;
}
