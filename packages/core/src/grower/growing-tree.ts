import { statsWidth } from "../goal/fit-goal.ts";
import { type Split, withGain } from "../splitter/split.ts";
import type { SearchNode } from "../splitter/splitter.ts";
import { boundedValue } from "../splitter/value-bounds.ts";
import type { Tree } from "../tree/tree.ts";
import { type NewNode, TreeBuilder } from "../tree/tree-builder.ts";
import { mapSteadily } from "../util/map-steadily.ts";
import { inTurns } from "../util/turns.ts";
import type { GrowPlan } from "./grower.ts";
import { TraceOfWave } from "./node-trace.ts";

/** A node that may still be cut; `id` is its number in the order in which nodes are made. */
export interface OpenNode {
  readonly id: number;
  readonly node: SearchNode;
  /** The children on the way to the node; empty where nobody asks for a trace. */
  readonly way: readonly number[];
}

/** A cut that every rule allows, its gain in the plan's unit. */
export interface OpenCut extends OpenNode {
  readonly split: Split;
}

/** A node as far as it is known while the tree grows. */
interface GrownNode {
  readonly node: SearchNode;
  /** Where it was cut, with the number of its first child. */
  split: Split | null;
  firstChild: number;
}

/** Nodes between two looks at the clock. */
const NODES = 1024;

/** What all growers do alike: ask the rules and the search about nodes, cut them, and write the tree. */
export class GrowingTree {
  readonly #nodes: GrownNode[] = [];

  constructor(private readonly plan: GrowPlan) {}

  async root(): Promise<OpenNode> {
    return this.#add(await this.plan.search.root(this.plan.goal, this.plan.rows, this.plan.draw), []);
  }

  /** The best splits of those nodes that have one and may be split, in the order of the nodes. `asLevel`: one split for all of them. */
  async findCuts(nodes: readonly OpenNode[], asLevel = false): Promise<OpenCut[]> {
    const { gainUnit, onNode, search } = this.plan;
    const searched = this.#withoutLeaves(nodes);
    const wave = mapSteadily(searched, ({ node }) => node);
    const trace = onNode && new TraceOfWave(wave, gainUnit);
    const best = await (asLevel ? search.findLevel?.(wave) : search.findBest(wave, trace?.onCandidate));
    if (best === undefined) throw new TypeError("this search finds no splits of whole levels");
    const cuts: OpenCut[] = [];
    for (const [i, { id, node, way }] of searched.entries()) {
      if (i % NODES === 0) await this.#pauseIfDue();
      const found = best[i];
      const split = found && withGain(found, found.gain / gainUnit);
      const refusedBy = split && this.#refusedBy(node, split);
      if (trace !== undefined) onNode?.(trace.of(i, way, split, refusedBy));
      if (split !== null && refusedBy === null) cuts.push({ id, node, way, split });
    }
    return cuts;
  }

  /** The nodes that no rule makes leaves before they are searched. */
  #withoutLeaves(nodes: readonly OpenNode[]): OpenNode[] {
    const { gainUnit, onNode } = this.plan;
    return nodes.filter(({ node, way }) => {
      const refusedBy = this.#refusedBy(node, null);
      if (refusedBy !== null) onNode?.(new TraceOfWave([node], gainUnit).of(0, way, null, refusedBy));
      return refusedBy === null;
    });
  }

  async #pauseIfDue(): Promise<void> {
    const { pacer } = this.plan;
    if (pacer.due()) await pacer.pause();
  }

  /** Makes the cuts; two children for each, in the order of the cuts. `areLast`: the grower will not search them. */
  async apply(cuts: readonly OpenCut[], areLast = false): Promise<OpenNode[]> {
    const depth = cuts.reduce((least, { node }) => Math.min(least, node.depth), Number.POSITIVE_INFINITY) + 1;
    const children = await this.plan.search.apply(
      mapSteadily(cuts, ({ node }) => node),
      mapSteadily(cuts, ({ split }) => split),
      areLast || this.plan.rules.some(({ bounds }) => depth >= (bounds?.maxDepth ?? Number.POSITIVE_INFINITY)),
    );
    const wayTo = (way: readonly number[], side: number) => (this.plan.onNode === undefined ? way : [...way, side]);
    const open: OpenNode[] = [];
    for (const [i, { id, split, way }] of cuts.entries()) {
      if (i % NODES === 0) await this.#pauseIfDue();
      this.#nodes[id].split = split;
      this.#nodes[id].firstChild = this.#nodes.length;
      open.push(this.#add(children[2 * i], wayTo(way, 0)), this.#add(children[2 * i + 1], wayTo(way, 1)));
    }
    return open;
  }

  /** Numbers the nodes level by level. */
  async finish(): Promise<Tree> {
    await this.#settle();
    const { criterion, goal, pacer, rootImpurity } = this.plan;
    const valueWidth = criterion.valueWidth(statsWidth(goal));
    const value = new Float64Array(valueWidth);
    const builder = new TreeBuilder(valueWidth);
    const kept = [0];
    builder.addNode(this.#newNode(0, value));
    for (let made = 0; made < kept.length; made++) {
      if (made % NODES === 0) await this.#pauseIfDue();
      const { split, firstChild } = this.#nodes[kept[made]];
      if (split === null) continue;
      builder.cut(made, split);
      for (const child of [firstChild, firstChild + 1]) {
        builder.addNode(this.#newNode(child, value));
        kept.push(child);
      }
    }
    return inTurns(builder.finishInTurns(rootImpurity), pacer);
  }

  /** What a node says and weighs; `value` is written to. */
  #newNode(id: number, value: Float64Array): NewNode {
    const { criterion } = this.plan;
    const { stats, bounds, start, end } = this.#nodes[id].node;
    if (bounds === undefined) criterion.leafValue(stats, 0, stats.length, value, 0);
    else value[0] = boundedValue(criterion, stats, bounds);
    return { value, cover: criterion.cover(stats, 0, stats.length), rowCount: end - start };
  }

  /** The first rule that makes the node a leaf; null where all allow a cut. */
  #refusedBy(node: SearchNode, split: Split | null): string | null {
    for (const rule of this.plan.rules) if (!rule.allows(node, split)) return rule.name;
    return null;
  }

  /** Where cuts were chosen by coarser sums: all records from those of the leaves. */
  async #settle(): Promise<void> {
    const { search } = this.plan;
    if (search.settle === undefined) return;
    await search.settle(this.#nodes.filter(({ split }) => split === null).map(({ node }) => node));
    for (let id = this.#nodes.length - 1; id >= 0; id--) {
      if (id % NODES === 0) await this.#pauseIfDue();
      const { node, split, firstChild } = this.#nodes[id];
      if (split === null) continue;
      const [left, right] = [this.#nodes[firstChild].node.stats, this.#nodes[firstChild + 1].node.stats];
      for (let k = 0; k < node.stats.length; k++) node.stats[k] = left[k] + right[k];
    }
  }

  #add(node: SearchNode, way: readonly number[]): OpenNode {
    const id = this.#nodes.push({ node, split: null, firstChild: 0 }) - 1;
    return { id, node, way };
  }
}
