import { collapseTree } from "../tree/collapse-tree.ts";
import type { Tree } from "../tree/tree.ts";
import { checkArgument } from "../util/check-argument.ts";
import { integerFrom } from "../util/check-options.ts";
import { chooseWave } from "./choose-wave.ts";
import type { Grower, GrowPlan } from "./grower.ts";
import { GrowingTree, type OpenNode } from "./growing-tree.ts";
import { type KnownCut, QueueOfCuts } from "./queue-of-cuts.ts";

/**
 * Best first: of all open nodes the one whose cut gains most is cut next, until the tree has `leaves` leaves. Of equal
 * gains the node that was made first is cut. The finished tree is numbered level by level: a
 * limit that is never reached gives the same tree, byte for byte, as growth by depth.
 *
 * Where the search gains by it, the work runs ahead of the tree: with the best cut others are made that will probably be
 * next. The tree then takes them one by one as if they had just been made, and those that it does not come to are dropped.
 */
export function leafGrower(leaves: number): Grower {
  checkArgument("leafGrower", leaves, integerFrom(1));
  return { name: "leaf", grow: (plan) => growBestFirst(plan, leaves) };
}

async function growBestFirst(plan: GrowPlan, leaves: number): Promise<Tree> {
  const work = new WorkAhead(plan);
  const queue = new QueueOfCuts();
  const root = await work.root();
  if (leaves > 1) for (const cut of await work.cutsOf([root])) queue.push(cut);
  for (let remaining = leaves - 1; remaining > 0; remaining--) {
    const best = queue.first;
    if (best === undefined) break;
    if (best.behind === null) await work.on(work.runsAhead ? queue.all : [best], remaining);
    queue.pop();
    for (const cut of work.take(best)) queue.push(cut);
    if (plan.pacer.due()) await plan.pacer.pause();
  }
  return work.finish();
}

/** A tree in which cuts were made that are not taken yet, and may never be. */
class WorkAhead {
  readonly #tree: GrowingTree;
  /** By node; of those that are not taken in the end, the finished tree has leaves. */
  readonly #ahead = new Set<number>();
  #rowsDone = 0;

  constructor(private readonly plan: GrowPlan) {
    this.#tree = new GrowingTree(plan);
  }

  /** Whoever watches is told of the nodes one by one, and of no others. */
  get runsAhead(): boolean {
    return this.plan.search.sharesPasses === true && this.plan.onNode === undefined;
  }

  root(): Promise<OpenNode> {
    return this.#tree.root();
  }

  async cutsOf(nodes: readonly OpenNode[]): Promise<KnownCut[]> {
    return (await this.#tree.findCuts(nodes)).map((cut) => ({ ...cut, behind: null }));
  }

  /** Makes the best of these cuts, and others with it. The cuts behind them are not looked for where none is to follow. */
  async on(queue: readonly KnownCut[], remaining: number): Promise<void> {
    const wave = chooseWave(queue, remaining, this.#rowsDone);
    const children = await this.#tree.apply(wave, remaining === 1);
    const found = new Map(remaining === 1 ? [] : (await this.cutsOf(children)).map((cut) => [cut.id, cut]));
    for (const [i, cut] of wave.entries()) {
      cut.behind = [2 * i, 2 * i + 1].flatMap((child) => found.get(children[child].id) ?? []);
      this.#ahead.add(cut.id);
      this.#rowsDone += cut.node.end - cut.node.start;
    }
  }

  /** The tree comes to a cut that was made: what is open after it. */
  take(cut: KnownCut): readonly KnownCut[] {
    this.#ahead.delete(cut.id);
    return cut.behind ?? [];
  }

  async finish(): Promise<Tree> {
    const grown = await this.#tree.finish();
    return collapseTree(
      grown,
      Uint8Array.from(grown.feature, (_, node) => (this.#ahead.has(node) ? 1 : 0)),
    );
  }
}
